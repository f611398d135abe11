// The tree by keyboard: arrows move along it, Enter or Space chooses, F freezes the branch, Escape lets go. Dots and terms in rows
// likewise: `data-walk` is the row of one; left and right go along it, up and down to the nearest of the next row.

function makeWalkable(figure) {
  const { picture } = figure, { svg } = picture;
  makeRows(figure, [...svg.querySelectorAll("[data-walk]")]);
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

function makeRows({ picture }, stops) {
  if (stops.length) picture.svg.setAttribute("role", "listbox");
  stops.forEach((stop, k) => {
    const { name, tip, facts } = picture.details[+stop.dataset.i];
    const told = tip ? [picture.hide ? "hidden" : tip] : (facts ?? []).filter(([, , exact]) => !(exact && picture.hide)).map((fact) => fact.slice(0, 2).join(" "));
    stop.setAttribute("role", "option");
    stop.setAttribute("aria-selected", picture.chosen === +stop.dataset.i);
    stop.setAttribute("aria-label", [name, ...told].join(", "));
    stop.setAttribute("tabindex", k ? -1 : 0);
  });
}

function walk(figure, event) {
  const { picture } = figure, spot = event.composedPath()[0].closest?.('[role="treeitem"]');
  if (!spot) return walkDots(figure, event);
  if (event.ctrlKey || event.metaKey || event.altKey) return;
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

function walkDots(figure, event) {
  const dot = event.composedPath()[0].closest?.("[data-walk]");
  if (!dot || event.ctrlKey || event.metaKey || event.altKey) return;
  const middle = (element) => { const box = element.getBoundingClientRect(); return box.x + box.width / 2; };
  const row = (k) => [...figure.picture.svg.querySelectorAll(`[data-walk="${k}"]`)].sort((a, b) => middle(a) - middle(b));
  const own = row(dot.dataset.walk), last = Math.max(...[...figure.picture.svg.querySelectorAll("[data-walk]")].map((d) => +d.dataset.walk));
  const beyond = (step) => {
    for (let k = +dot.dataset.walk + step; k >= 0 && k <= last; k += step) {
      const next = row(k);
      if (next.length) return next.reduce((a, b) => (Math.abs(middle(b) - middle(dot)) < Math.abs(middle(a) - middle(dot)) ? b : a));
    }
  };
  let to;
  if (event.key === "ArrowLeft") to = own[own.indexOf(dot) - 1];
  else if (event.key === "ArrowRight") to = own[own.indexOf(dot) + 1];
  else if (event.key === "ArrowUp") to = beyond(-1);
  else if (event.key === "ArrowDown") to = beyond(1);
  else if (event.key === "Home") to = own[0];
  else if (event.key === "End") to = own[own.length - 1];
  else if (event.key === "Enter" || event.key === " ") figure.choose(+dot.dataset.i);
  else if (event.key === "Escape") figure.release();
  else return;
  event.preventDefault();
  event.stopPropagation();
  if (!to) return;
  dot.setAttribute("tabindex", -1);
  to.setAttribute("tabindex", 0);
  to.focus();
}
