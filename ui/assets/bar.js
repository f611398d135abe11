// The bar of controls: a key for each symbol, the scrubber over the steps, up to three knobs, and the eye that hides exact numbers.

class Bar {
  constructor(figure) {
    this.figure = figure;
    this.keys = make("div", { class: "keys" });
    this.erase = button("take the last symbol back", icon("erase"), () => figure.observe(figure.observation.slice(0, -1)), { class: "tool erase" });
    this.typing = make("div", { class: "typing", role: "group", "aria-label": "observation" }, this.keys, this.erase);
    this.range = make("input", { type: "range", min: 0, max: 0, step: 1, "aria-label": "step: symbols seen", oninput: () => figure.go(+this.range.value) });
    this.count = make("span", { class: "count" });
    this.playing = button("play", icon("play"), () => figure.play(), { class: "tool play" });
    this.scrubber = make("div", { class: "scrubber", role: "group", "aria-label": "steps" },
      button("one step back", icon("back"), () => figure.go(figure.picture.step - 1), { class: "tool" }), this.range,
      button("one step forward", icon("forward"), () => figure.go(figure.picture.step + 1), { class: "tool" }), this.playing, this.count);
    this.knobs = make("div", { class: "knobs", role: "group", "aria-label": "knobs" });
    this.open = button("knobs", icon("sliders"), () => {
      const shown = this.element.classList.toggle("knobs-open");
      this.open.setAttribute("aria-expanded", shown);
    }, { class: "tool opener", "aria-expanded": "false" });
    this.eye = button("hide exact numbers", icon("eye"), () => figure.setHide(!figure.picture.hide), { class: "tool eye", "aria-pressed": "false" });
    this.element = make("div", { class: "bar", role: "toolbar", "aria-label": "controls of the picture" }, this.typing, this.scrubber, this.knobs, make("div", { class: "ends" }, this.open, this.eye));
    this.element.addEventListener("keydown", (event) => this.typed(event));
  }

  typed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.figure.has("keys")) return;
    const { symbols } = this.figure.data;
    const symbol = symbols.includes(event.key) ? event.key : symbols.find((s) => s.toLowerCase() === event.key.toLowerCase());
    if (symbol) this.figure.observe([...this.figure.observation, symbol]);
    else if (event.key === "Backspace") this.figure.observe(this.figure.observation.slice(0, -1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // What only the server can answer is out of reach without it.
  connect(on) { this.typing.inert = this.knobs.inert = !on; }

  update() {
    const { figure } = this, { data } = figure;
    const shows = (name, element) => element.classList.toggle("absent", !figure.has(name));
    shows("keys", this.typing); shows("scrubber", this.scrubber); shows("hide", this.eye); shows("play", this.playing);
    const signature = JSON.stringify(data.symbols);
    if (this.symbols !== signature) {
      this.symbols = signature;
      this.keys.replaceChildren(
        ...data.symbols.map((symbol) => button(`see ${symbol}`, visible(symbol), () => figure.observe([...figure.observation, symbol]), { class: `key m c${data.colours[symbol] ?? 7}` })));
    }
    this.updateKnobs();
    this.updateSteps();
    this.element.classList.toggle("anchored", figure.has("keys") || figure.has("scrubber")); // on a phone, to the bottom of the screen
    this.element.classList.toggle("absent", !["keys", "scrubber", "knobs", "hide"].some((name) => figure.has(name)));
  }

  updateSteps() {
    const { figure } = this, last = Math.max(0, figure.picture.frames - 1), { step, hide } = figure.picture;
    this.range.max = last;
    this.range.value = step;
    this.range.disabled = last === 0;
    this.range.setAttribute("aria-valuetext", `${step} of ${last} symbols seen`);
    this.count.textContent = `${step} / ${last}`;
    this.erase.disabled = !figure.observation.length;
    const name = figure.timer ? "pause" : "play";
    if (this.playing.dataset.icon !== name) {
      this.playing.dataset.icon = name;
      this.playing.replaceChildren(icon(name));
      this.playing.setAttribute("aria-label", name);
      this.playing.title = name;
    }
    this.eye.setAttribute("aria-pressed", hide);
    if (this.eye.dataset.icon !== String(hide)) {
      this.eye.dataset.icon = String(hide);
      this.eye.replaceChildren(icon(hide ? "covered" : "eye"));
      this.eye.title = hide ? "show exact numbers" : "hide exact numbers";
    }
  }

  updateKnobs() {
    const { figure } = this, knobs = figure.has("knobs") ? figure.data.knobs : [];
    this.open.classList.toggle("absent", !knobs.length);
    this.knobs.classList.toggle("absent", !knobs.length);
    const signature = JSON.stringify(knobs.map(({ name, label, low, step, count }) => [name, label, low, step, count]));
    if (this.signature !== signature) {
      this.signature = signature;
      this.sliders = new Map();
      this.knobs.replaceChildren(...knobs.map((knob) => this.slider(knob)));
    }
    for (const knob of knobs) {
      const { input, shown, mark } = this.sliders.get(knob.name), value = figure.values[knob.name] ?? knob.value;
      if (!input.matches(":active")) input.value = Math.round(((value[0] / value[1] - knob.low[0] / knob.low[1]) * knob.step[1]) / knob.step[0]);
      shown.textContent = fraction(value);
      mark.classList.toggle("absent", knob.mark == null);
      mark.style.left = `calc(8px + ${knob.mark ?? 0} * (100% - 16px))`; // the thumb's middle stays half a thumb inside the ends
      const likeliest = knob.mark == null ? "" : `, likeliest ${(knob.low[0] / knob.low[1] + (knob.mark * knob.count * knob.step[0]) / knob.step[1]).toPrecision(3)}`;
      input.setAttribute("aria-valuetext", `${fraction(value)}, ${(value[0] / value[1]).toFixed(3)}${likeliest}`);
    }
  }

  slider(knob) {
    const shown = make("output", { class: "value" });
    const change = (settled) => () => this.figure.turn(knob.name, at(knob, +input.value), settled);
    const input = make("input", { type: "range", min: 0, max: knob.count, step: 1, "aria-label": knob.label || knob.name, oninput: change(false), onchange: change(true) });
    const mark = make("i", { class: "mark", title: "likeliest value" });
    this.sliders.set(knob.name, { input, shown, mark });
    return make("label", { class: "knob" }, make("span", { class: "name" }, knob.label || knob.name), make("span", { class: "slot" }, input, mark), shown);
  }
}

// low + index · step as a fraction in lowest terms
function at({ low, step }, index) {
  const numerator = low[0] * step[1] + index * step[0] * low[1], denominator = low[1] * step[1];
  let [a, b] = [Math.abs(numerator), denominator];
  while (b) [a, b] = [b, a % b];
  return [numerator / (a || 1), denominator / (a || 1)];
}

const fraction = ([n, d]) => (d === 1 ? String(n) : `${n}/${d}`);
