// Predict, then reveal: the picture is covered and strings stand in its place, to be tapped by who believes that they are in the
// lifting. The strings of each step come with the data (`deals`), and with each what it is and why: tapping and revealing ask no
// server. Another step or observation deals anew while the picture is covered, and ends what has been revealed.

const IN = "in the lifting";
const MARKS = { wrong: "✗", missed: "○", right: "✓" };

const nameOf = (string) => JSON.stringify([!!string.whole, ...string.z]);

class Guess {
  constructor(figure) {
    this.figure = figure;
    this.phase = "off"; // "covered" | "revealed"
    this.number = 0; // of the deal
    this.tapped = new Set();
    this.own = new Set(); // typed by the person; believed by who types them
    this.element = make("section", { class: "guess absent", "aria-label": "predict, then reveal" });
  }

  get covered() { return this.phase === "covered"; }
  get asked() { return this.covered ? this.number : 0; } // the deal that the server is to send

  turn(phase) {
    if (phase === "covered") { this.number += 1; this.place = null; }
    this.phase = phase;
    this.figure.makeTools();
    this.figure.refresh();
    this.figure.tell(0);
    this.focus();
  }

  focus() { this.element.querySelector("h3")?.focus({ preventScroll: this.covered }); }

  // A deal that the address or a lesson asks for, or none any more.
  update({ predict }) {
    if (predict) { this.number = predict; this.phase = "covered"; }
    else if (this.covered) this.phase = "off";
  }

  show() {
    const { figure, element } = this, { data, picture } = figure, { step } = picture;
    const column = picture.details.filter((d) => d.t === step).map((d) => d.z);
    if (this.covered) this.deal = (data.predict === this.number && data.deals[step]) || null;
    const dealt = this.deal?.strings.filter((string) => !string.own);
    const place = JSON.stringify([step, data.observation, this.covered ? [this.number, dealt] : column]);
    if (this.phase === "revealed" && this.found !== undefined && place !== this.found) { this.phase = "off"; figure.makeTools(); }
    this.found = this.phase === "revealed" ? place : undefined;
    if (this.covered && place !== this.place) { this.place = place; this.tapped.clear(); this.own.clear(); }
    if (this.covered) for (const string of this.deal?.strings ?? []) if (string.own && !this.own.has(nameOf(string))) {
      this.own.add(nameOf(string));
      this.tapped.add(nameOf(string));
    }
    const drawn = JSON.stringify([this.phase, place, this.own.size, !this.deal]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const held = element.contains(element.getRootNode().activeElement);
    element.classList.toggle("absent", this.phase === "off");
    element.replaceChildren(...(this.covered ? this.question() : this.phase === "revealed" ? this.answer() : []));
    (this.covered ? figure.board : figure.stage).append(element);
    if (held) this.focus();
  }

  text(string) {
    const { strings, stem } = this.deal, { z } = string, alike = (other) => other !== string && joined(other.z) === joined(z);
    const written = strings.some(alike) ? z.map(visible).join(" ") || "ε" : joined(z); // `t h` where `th` is a token too
    return (stem.length && !string.whole ? "…" : "") + (z.length || !stem.length ? written : "");
  }

  question() {
    const { deal } = this, head = make("h3", { tabindex: -1 }, "Which of these are in the lifting of ", make("span", { class: "m" }, deal?.shown ?? "…"), "?");
    if (!deal) return [head, make("p", { class: "soft", role: "status" }, "Dealing strings …")];
    if (deal.problem) return [head, make("p", {}, deal.problem)];
    const chip = (string) => {
      const name = nameOf(string);
      return make("button", { type: "button", class: "chip m", "aria-pressed": String(this.tapped.has(name)), onclick: (event) => {
        this.tapped.has(name) ? this.tapped.delete(name) : this.tapped.add(name);
        event.currentTarget.setAttribute("aria-pressed", String(this.tapped.has(name)));
      } }, this.text(string));
    };
    return [
      head,
      ...(deal.stem.length ? [make("p", { class: "soft" }, "All begin alike, written “…”: ", make("span", { class: "m" }, joined(deal.stem)))] : []),
      make("div", { class: "dealt", role: "group", "aria-label": "strings to tap" }, ...deal.strings.map(chip)),
      button("reveal which are", "Reveal", () => this.turn("revealed"), { class: "word reveal" }),
    ];
  }

  // Each tapped string, and each of the lifting that was not: right, wrong or missed, and why. The others are folded away.
  answer() {
    const { figure, deal } = this, marks = [], left = [];
    for (const string of deal?.strings ?? []) {
      const tapped = this.tapped.has(nameOf(string)), inside = string.kind === IN;
      if (tapped || inside) marks.push([tapped ? (inside ? "right" : "wrong") : "missed", string]);
      else left.push(["left", string]);
    }
    const order = Object.keys(MARKS), number = (wanted) => marks.filter(([mark]) => mark === wanted).length;
    marks.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
    const row = ([mark, string]) => make("li", {
      class: mark,
      onpointerenter: () => figure.hover(string.kind === IN ? figure.picture.find([...(string.whole ? [] : deal.stem), ...string.z], figure.picture.step) : null),
      onpointerleave: () => figure.hover(null),
    },
      make("b", { class: "mark", "aria-hidden": "true" }, MARKS[mark] ?? "·"),
      make("span", {}, make("b", { class: "m" }, this.text(string)), " ", make("b", { class: "verdict" }, mark === "wrong" ? `wrong: ${string.kind}` : mark === "left" ? string.kind : mark), make("span", { class: "reason" }, ...string.why.split("`").map((part, i) => (i % 2 ? make("span", { class: "m" }, part.replace("…", "…\u2060")) : part)))));
    const score = marks.length ? `${number("right")} right, ${number("wrong")} wrong, ${number("missed")} missed` : "Right: none of these is in the lifting";
    return [
      make("div", { class: "score" }, make("h3", { tabindex: -1 }, score), button("other strings to guess from", "Again", () => this.turn("covered"), { class: "word" }), button("close the answer", "Close", () => this.turn("off"), { class: "word" })),
      make("p", {}, deal?.size ?? ""),
      make("ul", { class: "marks" }, ...marks.map(row)),
      ...(left.length ? [make("details", {}, make("summary", {}, `${left.length} rightly left out`), make("ul", { class: "marks" }, ...left.map(row)))] : []),
    ];
  }
}
