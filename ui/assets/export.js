// Save the picture as it shows: an SVG without hidden frames, with the colours of the present theme; or that SVG as a PNG.

function standalone(picture) {
  const copy = picture.svg.cloneNode(true), [width, height] = picture.size;
  copy.querySelectorAll('[display="none"]').forEach((element) => element.remove());
  copy.classList.remove("lighting", "choosing", "freezing");
  const styles = getComputedStyle(picture.svg), names = new Set(copy.outerHTML.match(/--[a-z]\w*/g));
  const variables = [...names].filter((name) => !name.startsWith("--st")).map((name) => `${name}:${styles.getPropertyValue(name)}`).join(";");
  const sheet = copy.querySelector("style");
  sheet.textContent = sheet.textContent.replace(/@media[^{]*{(?:[^{}]*{[^{}]*})*}/g, "").replace(/\[data-[^{]*{[^}]*}/g, "").replace(/\.lift{--ink[^}]*}/, `.lift{${variables}}`);
  for (const text of copy.querySelectorAll("text[transform],.pin")) text.removeAttribute("transform");
  for (const spot of copy.querySelectorAll(".n > [transform]")) spot.setAttribute("transform", spot.getAttribute("transform").replace(/scale.*/, ""));
  copy.setAttribute("viewBox", `0 0 ${width} ${height}`);
  copy.dataset.zoom = "1";
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  paper.setAttribute("width", "100%");
  paper.setAttribute("height", "100%");
  paper.setAttribute("fill", "var(--paper)");
  sheet.after(paper);
  return new XMLSerializer().serializeToString(copy);
}

function download(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const saveSvg = (picture, name) => download(new Blob([standalone(picture)], { type: "image/svg+xml" }), `${name}.svg`);

async function savePng(picture, name) {
  const [width, height] = picture.size, image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(picture))}`;
  await image.decode();
  const canvas = make("canvas", { width: width * 2, height: height * 2 });
  canvas.getContext("2d").drawImage(image, 0, 0, width * 2, height * 2);
  canvas.toBlob((blob) => download(blob, `${name}.png`));
}
