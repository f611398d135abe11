// The panel of one string: its probability as a product along its path, its posterior, its state, why it is here, what can follow.

const GUESSING = "A string of the lifting makes what is seen certain, and without its last token it does not. Any other string cannot happen, shows something else, is too short or is too long.";
const STARTS = "P(z) and p(x) are the probabilities that the sequence starts with z or x";

function panelOf(picture, data, i) {
  const d = picture.details[i];
  if (!d) return hint(picture, data);
  const exact = (text) => (picture.hide ? "…" : text);
  const hue = d.t ? `c${data.colours[data.observation[d.t - 1]] ?? 7}` : "";
  const path = picture.path(i).slice(1).map((at) => picture.details[at]);
  const out = [make("h3", { class: "m string" }, d.rest ? d.name : coloured(path, data, d))];
  if (d.rest) return [...out, make("p", {}, d.why), make("dl", {}, make("dt", {}, "together"), make("dd", {}, share(d.q, exact, hue)))];
  if (path.length) out.push(product(picture, path, data, exact));
  out.push(
    make("dl", {},
      make("dt", {}, "Q*(z | x", sub(d.n ?? d.t), ")"), make("dd", {}, share(d.q, exact, hue)),
      ...(d.t < picture.frames - 1 && d.late != null ? [make("dt", {}, "in hindsight"), make("dd", {}, share(d.late, exact, hue))] : []),
      make("dt", {}, "state"), make("dd", {}, make("span", { class: `state o${d.outline}` }, d.state)),
      make("dt", {}, "determined"), make("dd", { class: "m" }, d.n && !d.t ? "…" : (d.n ? "…" : "") + joined(data.observation.slice(0, d.t)), d.beyond ? make("b", { title: "already determined beyond x" }, ` ${d.beyond}`) : ""),
    ),
    make("p", { class: "why" }, make("b", {}, "Why it is here. "), d.why),
  );
  if (d.next?.length) {
    out.push(make("p", { class: "label" }, "What may follow, and how: Φ for each next symbol"));
    out.push(make("ul", { class: "chips" }, ...d.next.map(([symbol, chance, segments]) =>
      make("li", { class: `c${data.colours[symbol] ?? 7}` }, make("span", { class: "key" }, symbol), make("span", { class: "m" }, segments), make("span", { class: "soft" }, exact(chance))))));
  }
  return out;
}

// What holds of all strings together.
function facts(picture, data) {
  return data.facts.length ? [make("dl", { class: "facts" }, ...data.facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, picture.hide ? "…" : value)]))] : [];
}

function sub(t) { return make("sub", {}, t > 1 ? `1…${t}` : t); }

function share(q, exact, hue) {
  if (q == null) return "no posterior";
  return make("span", { class: `share ${hue}` }, make("i", { style: `width:${(exact("1") === "1" ? q * 100 : 0).toFixed(2)}%` }), make("span", {}, exact(percent(q))));
}

function percent(q) {
  if (q === 0) return "0";
  if (q < 1e-6) return "< 0.0001%";
  return q >= 0.0995 ? `${(q * 100).toFixed(1)}%` : q >= 0.00995 ? `${(q * 100).toFixed(2)}%` : `${(q * 100).toPrecision(2)}%`;
}

function coloured(path, data, d) {
  const cut = d.n ? "…" : ""; // in a window: what was read before it
  if (!d.z.length) return cut || "ε";
  const parts = pieces(d.z);
  let at = 0;
  return make("span", {}, cut, ...path.map((node) => make("span", { class: `t c${data.colours[data.observation[node.t - 1]] ?? 7}` }, parts.slice(at, (at += node.seg.length)).join(""))));
}

// P(z) written out: under each segment the probability of it given what stands before.
function product(picture, path, data, exact) {
  const cells = path.map((node) => {
    const before = picture.details[node.parent]?.lp, factor = node.lp !== undefined && before !== undefined ? Math.exp(node.lp - before) : 0;
    return make("span", { class: `factor c${data.colours[data.observation[node.t - 1]] ?? 7}` },
      make("span", { class: "m" }, node.seg.length ? joined(node.seg) : "·"), make("span", {}, exact(node.seg.length ? String(+factor.toPrecision(3)) : "1")));
  });
  const root = picture.details[path[0].parent];
  if (root?.n) cells.unshift(make("span", { class: "factor" }, make("span", { class: "m" }, "…"), make("span", {}, exact(root.p))));
  return make("div", { class: "product", role: "group", "aria-label": "P(z) as a product over its segments" }, ...cells,
    make("span", { class: "factor total" }, make("span", { class: "explained", tabindex: 0, "data-tip": STARTS }, "P(z)"), make("span", {}, "= ", exact(path[path.length - 1].p))));
}

// Nothing is pointed at: how to read the picture.
function hint(picture, data) {
  if (data.hint) return [make("p", {}, data.hint)];
  const outlines = new Map();
  for (const d of picture.details) if (d.t <= picture.step && !d.rest && d.state !== undefined && !outlines.has(d.state)) outlines.set(d.state, d.outline);
  const row = (sign, ...words) => make("li", {}, make("span", { class: "sign" }, sign), make("span", {}, ...words));
  const rows = [row(make("i", { class: "line" }), "one segment: the tokens that make the next symbol certain; as thick as the share of the posterior that takes it")];
  if (picture.details.some((d) => d.t && !d.rest && !d.seg?.length)) rows.push(row(make("i", { class: "line dotted" }), "already certain: no token need be read"));
  if (outlines.size > 1 && outlines.size <= 6) rows.push(row(make("span", {}, ...[...outlines].map(([name, outline]) => make("span", { class: `state o${outline}` }, name))), "the hidden state a string ends in"));
  if (picture.svg?.querySelector(".w")) rows.push(row("⊥", "what would have shown another symbol"));
  rows.push(row(make("i", { class: "bar-sign" }), "Q*, the share a string has in p(x)"));
  return [make("p", { class: "label" }, "Point at a string; click to keep it here; click again to freeze its branch."), make("ul", { class: "legend" }, ...rows)];
}
