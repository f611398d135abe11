// One figure: the picture, its bar, its tools and its panel. It is mounted once; every later run of the page only brings new data.
//
// What goes back to Python: `edit` {n, since, base, kept, observation, knobs, settled} and `view` {n, step, chosen, hide, predict, narrow, room}. Each carries a
// running number n, and the data that come in say which n they have seen: what has not seen our latest change is an echo of
// the past and moves nothing under the person's hand. `base` is the length of the observation that
// came with n = `since`, the last that was no echo, and `kept` how many of its symbols were never taken back since.

const PLAY = 950, AFTER_VIEW = 400, AFTER_EDIT = 60, PATIENCE = 1500; // milliseconds; a new run interrupts the one under way, so impatience starves the picture

class Figure {
  constructor(root) {
    this.canvas = make("div", { class: "canvas" });
    this.picture = new Picture(this.canvas);
    this.zoom = new Zoom(this.picture, this.canvas);
    this.bar = new Bar(this);
    this.tools = make("div", { class: "tools", role: "toolbar", "aria-label": "views of the picture" });
    this.tip = make("div", { class: "tip", role: "status" });
    this.note = make("p", { class: "note", role: "status" });
    this.pinned = make("p", { class: "pinned", role: "status" });
    this.guess = new Guess(this);
    this.board = make("div", { class: "board" }, this.canvas, this.guess.element);
    this.panel = make("aside", { class: "panel", "aria-label": "the chosen string" });
    this.frame = make("div", { class: "picture" }, this.note, this.board, this.tip, this.pinned, this.tools);
    this.stage = make("div", { class: "stage" }, this.frame, this.panel);
    this.element = make("div", { class: "figure lift" }, this.bar.element, this.stage);
    this.host = make("div", { class: "host" }, this.element);
    root.append(this.host);
    this.edits = 0; this.views = 0; this.seen = 0; this.sent = 0;
    this.observation = []; this.values = {};
    this.listen();
  }

  has(name) { return this.data.controls.includes(name); }

  listen() {
    const { canvas } = this;
    canvas.addEventListener("pointermove", (event) => { if (event.pointerType === "mouse" && !event.buttons) this.hover(this.picture.pick(event), event); });
    canvas.addEventListener("pointerleave", () => this.hover(null));
    canvas.addEventListener("click", (event) => {
      if (this.zoom.moved) return;
      const i = this.picture.pick(event);
      if (i == null) this.release(); else this.choose(i);
    });
    canvas.addEventListener("focusin", (event) => { const i = event.target.dataset?.i; if (i !== undefined) this.hover(+i, event); });
    canvas.addEventListener("focusout", () => this.hover(null));
    this.host.addEventListener("keydown", (event) => { walk(this, event); walkCells(this, event); });
    this.keys = (event) => this.shortcut(event);
    this.elsewhere = (event) => { if (event.detail.from !== this) this.hover(this.picture.find(event.detail.z, this.picture.step), null, true); };
    this.stepped = (event) => { if (this.has("follow") && event.detail.from !== this) { this.pause(); this.stand(clamp(event.detail.step, 0, Math.max(0, this.picture.frames - 1))); } };
    this.viewed = ({ detail }) => { if (this.has("follow") && detail.from !== this) this.follow(detail); };
    document.addEventListener("keydown", this.keys);
    window.addEventListener("lift-light", this.elsewhere);
    window.addEventListener("lift-step", this.stepped);
    window.addEventListener("lift-view", this.viewed);
    this.watcher = new ResizeObserver(() => this.measure());
    this.watcher.observe(this.host);
    this.disconnected = false;
    this.alone = connected((on) => { this.disconnected = !on; this.bar.connect(on); this.say(); });
  }

  // What stands over the picture while it cannot follow what is typed or turned.
  say() {
    const needed = this.data?.controls.some((name) => name === "keys" || name === "knobs");
    this.note.textContent = this.disconnected && needed ? "Not connected to the server: what is drawn can be stepped and chosen, not changed." : this.data?.stale ? `showing the last valid ${this.data.stale}` : "";
  }

  unmount() {
    this.pause();
    clearTimeout(this.viewTimer); clearTimeout(this.editTimer);
    document.removeEventListener("keydown", this.keys);
    window.removeEventListener("lift-light", this.elsewhere);
    window.removeEventListener("lift-step", this.stepped);
    window.removeEventListener("lift-view", this.viewed);
    this.watcher.disconnect();
    this.alone();
    this.picture.ghosts.keep(this.data.name);
    this.host.remove();
  }

  // Arrow keys step and Space plays while nothing else has the keyboard; while a lesson is played, its steps have the arrows.
  shortcut(event) {
    if (!this.has("arrows") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.startsWith("Arrow") && document.querySelector(".st-key-lesson-next")) return;
    const target = event.composedPath()[0], taken = (kinds) => target.closest?.(kinds);
    if (taken("input,textarea,select,canvas,[contenteditable],[role=treeitem],[role=slider],[role=combobox],[role=tab],[role=listbox],[role=grid],[role=menu],.guess")) return;
    if (event.key === " " && taken("button,a,summary")) return;
    if (event.key === "ArrowLeft") this.go(this.picture.step - 1);
    else if (event.key === "ArrowRight") this.go(this.picture.step + 1);
    else if (event.key === " ") this.play();
    else return;
    event.preventDefault();
  }

  update(component) {
    const { data } = component, first = !this.data, { picture } = this;
    this.send = component.setStateValue;
    const before = this.data;
    this.data = data;
    const wasLast = first || picture.step === picture.frames - 1;
    const chosen = picture.chosen != null && before ? picture.details[picture.chosen]?.z : null;
    const frozen = picture.frozen != null && before ? picture.details[picture.frozen]?.z : null;
    if (first) { this.edits = data.seen; this.views = data.viewed; picture.ghosts.take(data.name); picture.layout = data.layout || "symbol"; }
    this.seen = data.seen;
    if (data.seen >= this.edits && !this.queued) { this.since = data.seen; this.observation = data.observation; this.base = this.kept = data.observation.length; this.values = Object.fromEntries(data.knobs.map((knob) => [knob.name, knob.value])); }

    this.dress(); // asks for styles, so before anything changes
    const redraw = first || data.svg !== before.svg, samePlace = before && JSON.stringify(before.observation) === JSON.stringify(data.observation);
    if (redraw && data.svg) {
      picture.draw(data.svg, data.details, data.frames, samePlace);
      if (!samePlace) { picture.lit = null; if (!first) this.pause(); }
    }
    const fresh = (name) => data.viewed >= this.views && (first || JSON.stringify(data[name]) !== JSON.stringify(before[name]));
    const last = Math.max(0, data.frames - 1);
    if (fresh("step") && data.step != null) picture.step = clamp(data.step, 0, last);
    else if (wasLast || !samePlace || (fresh("step") && data.step == null)) picture.step = last;
    picture.step = clamp(picture.step, 0, last);
    if (fresh("hide")) picture.hide = data.hide;
    if (fresh("predict")) this.guess.update(data);
    picture.chosen = picture.find(fresh("chosen") ? data.chosen : chosen, picture.step);
    picture.frozen = picture.find(frozen, picture.step);
    if (picture.lit >= data.details.length) picture.lit = null;

    this.canvas.style.maxWidth = data.height && data.svg ? `${(data.height * picture.size[0]) / picture.size[1]}px` : "";
    this.bar.update();
    if (first || before.controls.join() !== data.controls.join() || this.offered !== picture.hasTokens) this.makeTools();
    this.offered = picture.hasTokens;
    this.refresh();
    this.zoom.apply();
    if (this.queued) this.flush();
    if (first) { this.measure(); if (data.autoplay && !matchMedia("(prefers-reduced-motion: reduce)").matches) { picture.step = 0; this.play(); } }
  }

  dress() {
    const { data, host } = this;
    dress(host, data.mode);
    this.element.classList.toggle("stale", !!data.stale);
    this.element.classList.toggle("with-panel", this.has("details"));
    this.element.classList.toggle("no-picture", !data.svg);
    this.say();
  }

  // Everything that shows after a change of step, layout, scale, choice or hiding.
  refresh() {
    const { picture } = this;
    this.guess.show();
    picture.covered = this.guess.covered;
    this.element.classList.toggle("guessing", picture.covered);
    this.element.classList.toggle("revealed", this.guess.phase === "revealed");
    picture.show();
    picture.svg?.setAttribute("aria-label", picture.hide || picture.covered ? `${this.data.name}; exact values are hidden` : this.data.alt + picture.ghosts.alternative());
    this.pinned.textContent = picture.ghosts.on ? picture.ghosts.told() : "";
    if (picture.svg && (this.walked !== picture.drawn || this.spoken !== picture.hide)) {
      this.walked = picture.drawn;
      this.spoken = picture.hide;
      makeWalkable(this);
      makeCells(this);
    }
    this.bar.updateSteps();
    this.showPanel();
  }

  makeTools() {
    const tools = toolsOf(this), held = [...this.tools.querySelectorAll("button")].indexOf(this.tools.getRootNode().activeElement);
    this.tools.replaceChildren(...tools);
    if (held >= 0) this.tools.querySelectorAll("button")[held]?.focus({ preventScroll: true });
    this.tools.classList.toggle("absent", tools.length < 2);
  }

  // steps ---------------------------------------------------------------------------------------------------------
  go(step, byPlay = false) {
    if (!byPlay) this.pause();
    const { picture } = this, next = clamp(step, 0, Math.max(0, picture.frames - 1));
    if (next === picture.step) return;
    this.stand(next);
    window.dispatchEvent(new CustomEvent("lift-step", { detail: { from: this, step: next } }));
    if (!this.timer) this.tell(); // while playing, the server hears only where it stopped
  }

  stand(step) {
    this.picture.step = step;
    this.picture.chosen = this.picture.chosenAt(step);
    this.refresh();
  }

  play() {
    if (this.timer) return this.pause();
    const { picture } = this;
    if (picture.frames < 2) return;
    if (picture.step >= picture.frames - 1) picture.step = 0;
    this.timer = setInterval(() => {
      this.go(picture.step + 1, true);
      if (picture.step >= picture.frames - 1) this.pause();
    }, PLAY);
    this.refresh();
  }

  pause() {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
    this.bar.updateSteps();
    this.tell();
  }

  // pointing and choosing ------------------------------------------------------------------------------------------
  hover(i, event, quiet = false) {
    const { picture } = this;
    if (picture.lit !== i) {
      picture.lit = i;
      picture.light();
      this.showPanel();
      if (!quiet) window.dispatchEvent(new CustomEvent("lift-light", { detail: { from: this, z: i == null ? null : picture.details[i]?.z } }));
    }
    this.showTip(i, event);
  }

  showTip(i, event) {
    const { picture, tip } = this;
    const d = i == null ? null : picture.details[i];
    if (!d || (this.has("details") && this.guess.phase !== "revealed")) { tip.classList.remove("shown"); return; }
    const factors = d.seg && d.t && !d.rest ? product(picture, picture.path(i).slice(1).map((at) => picture.details[at]), this.data, (text) => (picture.hide ? "…" : text)) : null;
    if (d.facts) {
      const shown = ([name, value, exact]) => [make("dt", {}, name), make("dd", {}, picture.hide && exact ? "…" : value)];
      tip.replaceChildren(make("b", {}, d.name), make("dl", { class: d.facts[0]?.[0] ? "" : "words" }, ...d.facts.flatMap(shown)));
    } else tip.replaceChildren(make("b", { class: "m" }, d.name ?? joined(d.z)), ...(factors ? [factors] : []), make("span", {}, d.tip ? (picture.hide ? "…" : d.tip) : `Q* ${picture.hide ? "…" : d.q == null ? "—" : percent(d.q)}`));
    const focused = event?.type === "focusin" ? event.target.getBoundingClientRect() : null;
    if (event?.clientX !== undefined || focused) {
      const box = this.frame.getBoundingClientRect();
      const left = (focused?.right ?? event.clientX) - box.left, high = (focused?.bottom ?? event.clientY) - box.top;
      tip.style.left = `${clamp(left + 14, 0, Math.max(0, box.width - (d.facts ? 440 : 260)))}px`;
      tip.style.top = `${high + 18}px`;
    }
    tip.classList.toggle("wide", !!d.facts);
    tip.classList.add("shown");
  }

  choose(i) {
    const { picture } = this;
    if (picture.details[i]?.t > picture.step || picture.details[i]?.look) return;
    if (picture.chosen === i) return picture.hasPanels ? this.release() : this.freeze(i);
    picture.chosen = i;
    this.after();
  }

  freeze(i) {
    const { picture } = this;
    picture.frozen = picture.frozen === i ? null : i;
    picture.chosen = i;
    this.after();
  }

  release() {
    const { picture } = this;
    if (picture.chosen == null && picture.frozen == null) return;
    picture.chosen = picture.frozen = null;
    this.after();
  }

  after() {
    const { picture } = this;
    for (const part of picture.svg.querySelectorAll("[aria-selected]")) part.setAttribute("aria-selected", +part.dataset.i === picture.chosen);
    picture.light();
    this.showPanel();
    this.show();
    this.tell();
  }

  // The bars as they are now, here and in the figures beside; or none any more.
  pin(on) {
    this.picture.ghosts.hold(on);
    window.dispatchEvent(new CustomEvent("lift-pin", { detail: { on } }));
  }

  setHide(hide) { this.picture.hide = hide; this.refresh(); this.show(); this.tell(); }

  // What is chosen and whether numbers are hidden, for the figures that follow.
  show() {
    const { picture } = this;
    window.dispatchEvent(new CustomEvent("lift-view", { detail: { from: this, z: picture.details[picture.chosen]?.z, hide: picture.hide } }));
  }

  follow({ z, hide }) {
    this.picture.hide = hide;
    this.picture.chosen = this.picture.find(z, this.picture.step);
    this.refresh();
  }

  showPanel() {
    if (!this.has("details")) return;
    const { picture, panel } = this, i = picture.lit ?? picture.chosen;
    const content = picture.covered ? hint(picture, { ...this.data, hint: GUESSING }) : i == null ? hint(picture, this.data) : panelOf(picture, this.data, i);
    if (!picture.covered && picture.step === picture.frames - 1) content.push(...facts(picture, this.data)); // they are of all of x
    panel.replaceChildren(button("close", icon("close"), () => this.release(), { class: "tool close" }), ...content);
    panel.classList.toggle("open", picture.chosen != null);
    panel.classList.toggle("frozen", picture.frozen != null && picture.frozen === i);
  }

  // to Python -------------------------------------------------------------------------------------------------------
  tell(soon = AFTER_VIEW) {
    clearTimeout(this.viewTimer);
    this.views += 1;
    this.viewTimer = setTimeout(() => {
      const { picture } = this, last = picture.frames - 1;
      this.send("view", { n: this.views, step: picture.step === last ? null : picture.step, chosen: picture.chosen == null ? null : picture.details[picture.chosen].z, hide: picture.hide, predict: this.guess.asked, narrow: this.narrow, room: this.room });
    }, soon);
  }

  observe(observation) { this.observation = observation; this.kept = Math.min(this.kept, observation.length); this.edit(true); }

  turn(name, value, settled) { this.values = { ...this.values, [name]: value }; this.bar.updateKnobs(); this.edit(settled); }

  // A text that is being typed is sent first: of the observation only the change counts, made to whatever that text says.
  edit(settled) {
    const typing = document.activeElement;
    if (typing?.matches("input, textarea")) typing.blur();
    this.edits += 1;
    const exact = Object.fromEntries(Object.entries(this.values).map(([name, value]) => [name, value.map(String)]));
    this.queued = { n: this.edits, since: this.since, base: this.base, kept: this.kept, observation: this.observation, knobs: exact, settled };
    this.flush();
  }

  // One change under way at a time, the latest one next; a server that does not answer is asked again after a while.
  flush() {
    clearTimeout(this.editTimer);
    if (!this.queued) return;
    const now = performance.now(), waiting = this.seen < this.under ? PATIENCE : AFTER_EDIT, rest = this.sent + waiting - now;
    if (rest > 0 && !(this.queued.settled && this.seen >= this.under)) { this.editTimer = setTimeout(() => this.flush(), rest); return; }
    const edit = this.queued;
    this.queued = null;
    this.sent = now;
    this.under = edit.n;
    this.send("edit", edit);
  }

  measure() {
    const width = this.host.clientWidth;
    if (!width || !this.data.controls.length) return; // without controls it is drawn at one size
    const narrow = width < 560, room = this.frame.clientWidth;
    this.narrow ??= this.data.narrow;
    this.room ??= this.data.room;
    const wider = !narrow && room && Math.abs(room - this.room) > 40; // a scroll bar that comes and goes is no news
    if (this.narrow !== narrow || wider) {
      this.narrow = narrow;
      if (wider) this.room = room;
      this.tell(0);
    }
  }
}

export default mounted(Figure);
