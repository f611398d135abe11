// The next symbol, guessed before it is shown: the exact bars as a drawing; covered, ten chips to place; then both on one axis.
//
// What goes back to Python: `guess` {n, on, chips, alike}; `chips` (one count for each symbol) is null until the guess is revealed.
// Divergence and total variation are those of lift_core/projected/guess.py.

const TEN = 10, ROWS_IN_SIGHT = 7;
const ALIKE = -1; // the place of the chips that all symbols share

const sum = (values) => values.reduce((total, value) => total + value, 0);
const divergence = (p, g) => sum(p.map((value, i) => (value > 0 ? value * Math.log2(value / g[i]) : 0)));
const variation = (p, g) => sum(p.map((value, i) => Math.abs(value - g[i]))) / 2;
const short = (value) => (value < 1e-9 ? "0" : value < 1e-6 ? "less than 0.000001" : value < 0.1 ? value.toPrecision(2) : value.toFixed(2));
// Two values with as many figures as tell them apart.
const apart = (...values) => {
  const told = values.map(short);
  for (let figures = 3; told[0] === told[1] && values[0] !== values[1] && figures < 16; figures++) told.splice(0, 2, ...values.map((value) => value.toPrecision(figures)));
  return told;
};

class Chips {
  constructor(root) {
    this.canvas = make("div", { class: "canvas" });
    this.picture = new Picture(this.canvas);
    this.opener = button("Predict: place ten chips on the next symbols before their bars are shown", "Predict", () => this.begin(), { class: "word predict" });
    this.game = make("div", { class: "game", role: "group" });
    this.element = make("div", { class: "figure lift forecast" }, this.canvas, this.opener, this.game);
    this.host = make("div", { class: "host" }, this.element);
    root.append(this.host);
    this.state = "off";
    this.viewed = ({ detail }) => { if (detail.hide !== this.data.hide) this.update({ data: { ...this.data, hide: detail.hide }, setStateValue: this.send }); };
    window.addEventListener("lift-view", this.viewed); // the eye of the page's figure
    this.pinned = ({ detail }) => { this.picture.ghosts.hold(detail.on); this.picture.show(); };
    window.addEventListener("lift-pin", this.pinned); // and its pin
    this.game.addEventListener("keydown", (event) => this.pressed(event));
  }

  update({ data, setStateValue }) {
    const before = this.data, asked = (d) => JSON.stringify([d.about, d.law.map(({ name, p }) => [name, p])]);
    this.send = setStateValue;
    this.data = data;
    if (!before) { this.sent = data.seen; this.picture.ghosts.take(data.name); }
    dress(this.host, data.mode);
    if (data.svg !== before?.svg) this.picture.draw(data.svg, data.details, 1, !!before);
    this.picture.hide = data.hide;
    this.picture.show();
    this.picture.svg.setAttribute("aria-label", data.hide ? "next symbol; exact values are hidden" : data.alt);
    const wished = data.seen >= this.sent && data.on !== before?.on && data.on !== (this.state !== "off"); // not an echo of the past
    if (wished) data.on ? this.start() : this.stop();
    else if (before && this.state !== "off" && asked(before) !== asked(data)) this.start(); // another question, another guess
    else if (this.state === "shown" && before.hide !== data.hide) this.compare();
    this.show();
  }

  show() {
    this.element.classList.toggle("playing", this.state !== "off");
    this.game.setAttribute("aria-label", `your guess of the next symbol after ${this.data.about}`);
  }

  tell() {
    this.sent += 1;
    this.send("guess", { n: this.sent, on: this.state !== "off", chips: this.state === "shown" ? this.counts : null, alike: this.alike });
  }

  begin() { this.start(); this.tell(); this.rows.get(this.data.alike ? ALIKE : 0).add.focus({ preventScroll: true }); }

  close() { this.stop(); this.tell(); this.opener.focus(); }

  stop() { this.state = "off"; this.game.replaceChildren(); this.show(); }

  // placing -------------------------------------------------------------------------------------------------------
  start() {
    const { data } = this;
    this.state = "placing";
    this.counts = data.law.map(() => 0);
    this.alike = 0;
    this.rows = new Map();
    const rows = data.law.map((symbol, i) => this.row(i, symbol.name, symbol.label, `c${symbol.colour}`));
    const shared = data.alike ? [this.row(ALIKE, "any symbol alike", "any", "")] : [];
    this.left = make("span", { class: "left", role: "status" });
    this.reveal = button("Reveal the exact bars beside your chips", "Reveal", () => this.finish(), { class: "word" });
    this.game.replaceChildren(
      make("p", { class: "ask" }, "Ten chips on the next symbol after ", make("b", { class: "m" }, data.about), ": each is 10%.", ...(data.alike ? [` A chip on "any" is shared by all ${data.law.length} symbols.`] : [])),
      make("div", { class: "rows", tabindex: data.alike ? 0 : false, role: data.alike ? "region" : false, "aria-label": data.alike ? "symbols" : false }, ...rows),
      ...shared,
      make("div", { class: "foot" }, this.left, this.reveal, button("stop predicting", icon("close"), () => this.close(), { class: "tool" })));
    this.count();
    this.show();
  }

  row(i, name, label, hue) {
    const slots = Array.from({ length: TEN }, () => make("i"));
    const put = () => this.put(i, 1);
    const add = button(`put a chip on ${name}`, label, put, { class: "key m" });
    const lane = make("div", { class: "lane", onclick: put }, ...slots);
    const shown = make("output", { class: "value" });
    const less = button(`take a chip back from ${name}`, icon("less"), () => this.put(i, -1), { class: "tool" });
    const element = make("div", { class: `guess-row ${hue}`, role: "group" }, add, lane, shown, less);
    this.rows.set(i, { element, add, less, slots, shown, name });
    return element;
  }

  has(i) { return i === ALIKE ? this.alike : this.counts[i]; }

  rest() { return TEN - this.alike - sum(this.counts); }

  put(i, n) {
    if (n > 0 ? !this.rest() : !this.has(i)) return;
    if (i === ALIKE) this.alike += n; else this.counts[i] += n;
    this.count();
    if (!this.rest() && n > 0) this.reveal.focus({ preventScroll: true });
  }

  count() {
    const rest = this.rest();
    for (const [i, row] of this.rows) {
      const has = this.has(i);
      row.slots.forEach((slot, k) => slot.classList.toggle("chip", k < has));
      row.shown.textContent = has || "";
      row.element.setAttribute("aria-label", `${row.name}: ${has} ${has === 1 ? "chip" : "chips"}`);
      row.add.setAttribute("aria-disabled", !rest); // not disabled: it would lose the keyboard
      row.less.setAttribute("aria-disabled", !has);
    }
    this.left.textContent = rest ? `${rest === TEN ? "ten chips" : rest === 1 ? "one chip" : `${rest} chips`} left` : "all chips placed";
    this.reveal.disabled = !!rest;
  }

  // Arrows: up and down among the symbols, right and left to add and take back; also + and −.
  pressed(event) {
    const at = this.state === "placing" ? [...this.rows].findIndex(([, { element }]) => element.contains(event.target)) : -1;
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = [...this.rows], move = { ArrowUp: -1, ArrowDown: 1 }[event.key], n = { ArrowRight: 1, "+": 1, ArrowLeft: -1, "-": -1, "−": -1 }[event.key];
    if (move) rows[clamp(at + move, 0, rows.length - 1)][1].add.focus();
    else if (n) this.put(rows[at][0], n);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // comparing -----------------------------------------------------------------------------------------------------
  finish() {
    this.state = "shown";
    this.compare();
    this.tell();
    this.again.focus({ preventScroll: true });
  }

  compare() {
    const { law, hide } = this.data, p = law.map((symbol) => symbol.p);
    const g = this.counts.map((count) => (count + this.alike / law.length) / TEN);
    const likeliest = new Set([...law.keys()].sort((a, b) => p[b] - p[a]).slice(0, ROWS_IN_SIGHT));
    const all = law.length <= ROWS_IN_SIGHT + 1, seen = [...law.keys()].filter((i) => all || this.counts[i] || (likeliest.has(i) && !hide));
    const rest = [...law.keys()].filter((i) => !seen.includes(i)), share = (of) => percentage(sum(rest.map((i) => of[i])));
    this.again = button("Again: a new guess", "Again", () => this.begin(), { class: "word" });
    this.game.replaceChildren(
      make("div", { class: "guess-row shown axis soft", "aria-hidden": "true" }, make("div", {}, ...["0", "50%", "100%"].map((tick) => make("span", {}, tick)))),
      make("div", { class: "rows" }, ...seen.map((i) => both(law[i], p[i], g[i], hide))),
      ...(rest.length ? [make("p", { class: "soft" }, `the other ${rest.length}: you ${share(g)}${hide ? "" : `, exact ${share(p)}`}`)] : []),
      make("div", { class: "verdict", role: "status" }, ...(hide ? this.inWords(p, g) : this.inNumbers(p, g))),
      make("div", { class: "foot" }, this.again, button("stop predicting", icon("close"), () => this.close(), { class: "tool" })));
  }

  inNumbers(p, g) {
    const { law, best } = this.data, bits = divergence(p, g), wrong = variation(p, g);
    const moved = `Total variation ${short(wrong)}: ${(TEN * wrong).toFixed(1)} of the ten chips lie on the wrong symbols.`;
    const head = (value) => make("p", { class: "bits" }, "D(exact ‖ yours) = ", make("b", {}, value));
    if (bits === Infinity) {
      const missed = [...law.keys()].filter((i) => p[i] > 0 && !g[i]).sort((a, b) => p[b] - p[a]), worst = law[missed[0]];
      const others = missed.length > 1 ? `, nor to ${missed.length - 1} more that can come` : "";
      return [head("∞ bits"), make("p", {}, "∞: you gave no chip to ", make("b", { class: "m" }, worst.label), `, which has ${worst.told}${others}. What was called impossible surprises without end.`), make("p", {}, `${moved} That figure stays finite.`)];
    }
    const reached = best == null || bits - best < 1e-9, [mine, least] = reached ? [short(bits)] : apart(bits, best);
    const more = best == null ? "" : reached ? " No ten chips come closer." : ` With the best ten chips it would be ${least}.`;
    const meaning = `Someone who believes your chips is surprised by ${mine} bits more per symbol than someone who knows the law.`;
    return [head(`${mine} bits`), make("p", {}, bits < 1e-9 ? "0 bits: your chips are the exact law." : meaning + more), make("p", {}, moved)];
  }

  inWords(p, g) {
    const missed = this.data.law.filter((_, i) => p[i] > 0 && !g[i]), wrong = variation(p, g);
    const near = wrong < 0.05 ? "very close" : wrong < 0.15 ? "close" : wrong < 0.35 ? "some way off" : "far off";
    return [make("p", {}, make("b", {}, `Your chips are ${near}.`), ...(missed.length ? [" You gave none to ", make("b", { class: "m" }, missed[0].label), ", which can come."] : [])), make("p", { class: "soft" }, "Exact values are hidden; the eye shows them.")];
  }

  unmount() {
    window.removeEventListener("lift-view", this.viewed);
    window.removeEventListener("lift-pin", this.pinned);
    this.picture.ghosts.keep(this.data.name);
    this.host.remove();
  }
}

const percentage = (share) => `${Number((100 * share).toPrecision(3))}%`;

// A symbol's chips over its exact bar, on one axis from 0 to 100%.
function both(symbol, p, g, hide) {
  const word = Math.abs(p - g) < 0.05 ? "about right" : g > p ? "too many" : "too few";
  const told = hide ? word : `exact ${symbol.told}`;
  const bar = (kind, share) => make("i", { class: kind, style: `width:${(100 * share).toFixed(2)}%` });
  return make("div", { class: `guess-row shown c${symbol.colour}`, role: "img", "aria-label": `${symbol.name}: you ${percentage(g)}, ${told}` },
    make("span", { class: "key m" }, symbol.label),
    make("div", { class: "lane" }, bar("yours", g), ...(hide ? [] : [bar("exact", p)])),
    make("div", { class: "told" }, make("span", { class: "soft" }, `you ${percentage(g)}`), make("b", {}, told)));
}

export default mounted(Chips);
