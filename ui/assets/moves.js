// Which way will the next symbol move what is believed? Asked before its column shows; the answer steps the triangle forward.
//
// What goes back to Python: `moves` {n, on, step, right, asked}; the figures beside it follow by `lift-step`.

const STAYS = 0.001; // changes below this are no move; said on the button
const ANSWERS = [["up", "↑ up"], ["stay", "≈ stays (within 0.1 points)"], ["down", "↓ down"]];
const GOES = { up: "it goes up", stay: "it stays", down: "it goes down" };

const way = ({ before, after }) => (Math.abs(after - before) < STAYS ? "stay" : after > before ? "up" : "down");

class Moves {
  constructor(root) {
    this.opener = button("Predict which way the next symbol moves the belief", "Predict", () => this.begin(), { class: "word predict" });
    this.game = make("div", { class: "game", role: "group", "aria-label": "which way will the belief move?" });
    this.element = make("div", { class: "figure lift forecast" }, this.opener, this.game);
    this.host = make("div", { class: "host" }, this.element);
    root.append(this.host);
    this.state = "off";
    this.stepped = ({ detail }) => { if (detail.from !== this) this.arrive(detail.step); };
    this.viewed = ({ detail }) => { this.data = { ...this.data, hide: detail.hide }; this.show(); };
    window.addEventListener("lift-step", this.stepped);
    window.addEventListener("lift-view", this.viewed);
  }

  get last() { return this.data.questions.length + 1; }

  update({ data, setStateValue }) {
    const before = this.data, same = before && before.about === data.about;
    this.send = setStateValue;
    this.data = data;
    dress(this.host, data.mode);
    if (!before) { this.sent = data.seen; this.right = data.right; this.asked = data.asked; }
    if (before && !same) this.step = this.last; // as the figures do
    else if (!before || (this.state === "off" && data.step !== before.step)) this.step = data.step ?? this.last;
    const wished = data.seen >= this.sent && data.on !== before?.on && data.on !== (this.state !== "off"); // not an echo of the past
    if (wished) data.on ? this.begin(false) : this.stop();
    else if (!same && this.state !== "off") this.ask();
    else this.show();
  }

  begin(byHand = true) {
    if (this.step < 1 || this.step >= this.last) this.move(1);
    this.ask();
    this.tell();
    if (byHand) this.focus();
  }

  ask() { this.state = this.step >= 1 && this.step < this.last ? "asking" : "over"; this.show(); }

  stop() { this.state = "off"; this.show(); }

  close() { this.stop(); this.tell(); this.opener.focus(); }

  arrive(step) {
    this.step = step;
    if (this.state !== "off") this.ask();
  }

  move(step) {
    this.step = step;
    window.dispatchEvent(new CustomEvent("lift-step", { detail: { from: this, step } }));
  }

  answer(said) {
    const question = this.data.questions[this.step - 1], is = way(question);
    this.told = { question, said, is };
    this.asked += 1;
    this.right += said === is;
    this.state = "told";
    this.move(this.step + 1);
    this.show();
    this.tell();
    this.focus();
  }

  tell() {
    this.sent += 1;
    this.send("moves", { n: this.sent, on: this.state !== "off", step: this.step === this.last ? null : this.step, right: this.right, asked: this.asked });
  }

  focus() { this.game.querySelector("button")?.focus({ preventScroll: true }); }

  show() {
    this.element.classList.toggle("playing", this.state !== "off");
    document.documentElement.toggleAttribute("data-asking", this.state === "asking"); // the sentence under the picture waits (ui/frame.css)
    const score = this.asked ? make("span", { class: "left" }, `${this.right} of ${this.asked} right`) : null;
    const close = button("stop predicting", icon("close"), () => this.close(), { class: "tool" });
    const foot = (...buttons) => make("div", { class: "foot" }, ...buttons, score, close);
    const restart = () => button("Again, from the first symbol", "Again", () => { this.move(1); this.ask(); this.tell(); this.focus(); }, { class: "word" });
    if (this.state === "off") this.game.replaceChildren();
    else if (this.state === "over") this.game.replaceChildren(make("p", { role: "status" }, "Step to a symbol that another follows, or begin again."), foot(restart()));
    else if (this.state === "asking") {
      const { seen, symbol, colour, what } = this.data.questions[this.step - 1];
      this.game.replaceChildren(
        make("p", { class: "ask" }, `${seen}, next comes `, make("b", { class: `key m c${colour}` }, symbol), ". Which way will it move the probability of ", make("b", {}, what), "?"),
        foot(...ANSWERS.map(([said, words]) => button(words.replace(/^\S+ /, ""), words, () => this.answer(said), { class: "word" }))));
    } else {
      const { question: { what, told, symbol }, said, is } = this.told;
      const numbers = this.data.hide ? "" : `, ${told.join(" → ")}`, yours = said === is ? "" : `; you said ${said === "stay" ? "that it stays" : said}`;
      const next = button("Next symbol", "Next", () => { this.ask(); this.focus(); }, { class: "word" });
      this.game.replaceChildren(
        make("p", { role: "status" }, make("b", {}, said === is ? "Right: " : "Not so: "), `after ${symbol} ${GOES[is]}${numbers} (${what})${yours}.`),
        foot(this.step < this.last ? next : restart()));
    }
  }

  unmount() {
    document.documentElement.removeAttribute("data-asking");
    window.removeEventListener("lift-step", this.stepped);
    window.removeEventListener("lift-view", this.viewed);
    this.host.remove();
  }
}

export default mounted(Moves);
