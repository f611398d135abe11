// The tree by keyboard: arrows move along it, Enter or Space chooses, F freezes the branch, Escape lets go.

function makeWalkable(figure) {
  const { picture } = figure, { svg } = picture;
  if (!svg.dataset.pitch) return;
  svg.setAttribute("role", "tree");
  for (let i = 0; i < picture.details.length; i++) {
    const spot = picture.spots[i], d = picture.details[i];
    if (!spot) continue;
    const share = d.q == null ? "no posterior" : picture.hide ? "probability hidden" : percent(d.q);
    spot.setAttribute("role", "treeitem");
    spot.setAttribute("aria-level", d.t + 1);
    spot.setAttribute("aria-label", `${d.rest ? d.name : joined(d.z)}, ${share}`);
    spot.setAttribute("aria-selected", picture.chosen === i);
    spot.setAttribute("tabindex", i === (figure.walker ?? 0) ? 0 : -1);
  }
}

function walk(figure, event) {
  const { picture } = figure, spot = event.composedPath()[0].closest?.('[role="treeitem"]');
  if (!spot || event.ctrlKey || event.metaKey || event.altKey) return;
  const i = +spot.dataset.i, { details } = picture;
  const column = details.map((d, k) => k).filter((k) => details[k].t === details[i].t && picture.spots[k]).sort((a, b) => picture.y[a] - picture.y[b]);
  const place = column.indexOf(i);
  let to = null;
  if (event.key === "ArrowUp") to = column[place - 1];
  else if (event.key === "ArrowDown") to = column[place + 1];
  else if (event.key === "ArrowLeft") to = details[i].parent >= 0 ? details[i].parent : null;
  else if (event.key === "ArrowRight") {
    const next = details.findIndex((d) => d.parent === i);
    to = next < 0 ? null : next;
    if (to != null && details[to].t > picture.step) figure.go(details[to].t);
  } else if (event.key === "Home") to = column[0];
  else if (event.key === "End") to = column[column.length - 1];
  else if (event.key === "Enter" || event.key === " ") figure.choose(i);
  else if (event.key.toLowerCase() === "f") figure.freeze(i);
  else if (event.key === "Escape") figure.release();
  else return;
  event.preventDefault();
  event.stopPropagation();
  if (to != null) {
    spot.setAttribute("tabindex", -1);
    picture.spots[to].setAttribute("tabindex", 0);
    figure.walker = to;
    picture.spots[to].focus();
  }
}
