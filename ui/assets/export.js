// Save the picture as it shows: an SVG of its visible parts with every style written out, so that slides and drawing programs
// that know no style sheets show it too; or that SVG as a PNG.

const STYLES = {
  fill: "", stroke: "none", "stroke-width": "1px", "stroke-dasharray": "none", "stroke-linecap": "butt", "stroke-linejoin": "miter", opacity: "1",
  "font-family": "", "font-size": "", "font-weight": "400", "font-style": "normal", "text-anchor": "start", "paint-order": "normal",
};
const WORDS = ["font-family", "font-size", "font-weight", "font-style", "text-anchor"];

function writeOut(original, copy) {
  const style = getComputedStyle(original), group = /^(svg|g|defs|pattern)$/.test(original.nodeName), text = /^t(ext|span)$/.test(original.nodeName);
  for (const [name, usual] of Object.entries(STYLES)) {
    if ((group && name !== "opacity") || (!text && WORDS.includes(name))) continue;
    const value = style.getPropertyValue(name);
    if (value !== usual) copy.setAttribute(name, value.replace(/url\("([^"]*)"\)/, "url($1)"));
  }
  if (original.nodeName === "text" && style.dominantBaseline === "central") copy.setAttribute("dy", ".35em");
  for (const { name } of [...copy.attributes]) if (/^(class|style|role|tabindex|aria-.*|data-.*)$/.test(name)) copy.removeAttribute(name);
  const parts = [...copy.children];
  [...original.children].forEach((child, i) => {
    const shown = child.nodeName !== "style" && getComputedStyle(child).display !== "none" && getComputedStyle(child).visibility !== "hidden";
    if (shown || child.nodeName === "defs") writeOut(child, parts[i]);
    else parts[i].remove();
  });
}

function standalone(picture) {
  const { svg, size: [width, height] } = picture, { zoom, top } = picture, lit = svg.className.baseVal;
  picture.place(1, 0); // rows at their natural height, nothing dimmed
  svg.classList.remove("lighting", "choosing", "freezing");
  svg.classList.add("still"); // what is on its way arrives at once
  const levels = svg.dataset.zoom;
  svg.dataset.zoom = "1";
  const copy = svg.cloneNode(true);
  writeOut(svg, copy);
  svg.dataset.zoom = levels;
  svg.className.baseVal = lit;
  picture.place(zoom, top);
  for (const [name, value] of [["viewBox", `0 0 ${width} ${height}`], ["width", width], ["height", height]]) copy.setAttribute(name, value);
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of [["width", width], ["height", height], ["fill", getComputedStyle(svg).getPropertyValue("--paper")]]) paper.setAttribute(name, value);
  copy.prepend(paper);
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
