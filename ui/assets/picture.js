// The drawing on the page: which frame, layout and scale of it shows, what is lit, chosen or frozen. Nothing here asks the server.
// What the attributes of a drawing mean stands in lift_core/plots/drawing.py.

class Picture {
  constructor(canvas) {
    this.canvas = canvas;
    this.details = [];
    this.step = 0; this.frames = 0;
    this.layout = "symbol"; this.scale = "linear";
    this.hide = false; this.covered = false;
    this.lit = null; this.chosen = null; this.frozen = null;
    this.ghosts = new Pins(this);
  }

  draw(markup, details, frames, keep) {
    this.ghosts.erase(); // not a part of the drawing
    this.details = details;
    this.frames = frames;
    const now = parsed(markup);
    const { width, height } = now.svg.viewBox.baseVal;
    this.size = [width, height];
    if (keep && this.svg) {
      const was = this.pristine ?? parsed(this.markup), still = waiting(this.svg);
      for (const drawing of [was, now]) // has waited for the same parts
        for (const [k, place] of waiting(drawing.svg)) if (!still.has(k)) fill(place, drawing.later[k]);
      morph(this.svg, was.svg, now.svg);
      this.pristine = now;
    } else {
      this.canvas.replaceChildren(now.svg);
      this.svg = now.svg;
      this.pristine = null;
      this.touched = false; // spots and bars are as drawn
    }
    this.later = now.later;
    this.markup = markup;
    this.index();
    this.drawn = {}; // a new one for each drawing
    this.placed = this.measured = null;
  }

  index() {
    const { svg } = this;
    this.columns = (svg.dataset.columns || "").split(" ").map(Number);
    this.timed = [...svg.querySelectorAll("[data-step],[data-only],[data-layout]")];
    this.headers = [...svg.querySelectorAll("[data-header]")];
    this.numbers = [...svg.querySelectorAll("[data-x],.q rect+text")];
    this.bars = [...svg.querySelectorAll(".q rect")];
    this.ticks = [...svg.querySelectorAll("[data-tick]")];
    this.ranges = [...svg.querySelectorAll("path[data-r]")].map((path) => {
      const parts = [path]; // and its tokens, which follow it
      for (let next = path.nextElementSibling; next?.nodeName === "text"; next = next.nextElementSibling) parts.push(next);
      return [parts, ...path.dataset.r.split(" ").map(Number)];
    });
    this.of = this.details.map(() => []);
    this.spots = new Array(this.details.length);
    this.y = new Array(this.details.length);
    for (const element of svg.querySelectorAll("[data-i]")) {
      const i = +element.dataset.i;
      this.of[i]?.push(element);
      if (element.nodeName === "path" && element.nextElementSibling?.nodeName === "text") this.of[i]?.push(element.nextElementSibling); // its tokens
      const place = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(element.getAttribute("transform") || "");
      if (place && element.parentNode.classList.contains("n")) {
        this.spots[i] = element;
        const x = this.columns[this.details[i].t];
        element.at = { symbol: x, token: +(element.dataset.d ?? x), y: +place[2] };
        this.y[i] = +place[2];
      }
    }
    this.labels = [...svg.querySelectorAll(".e text")].map((text) => [text, +text.getAttribute("y") + +(svg.dataset.lift ?? 0)]);
    this.rows = [...svg.querySelectorAll(".q text")];
    this.pins = [...svg.querySelectorAll(".pin")];
    this.panels = [...svg.querySelectorAll("[data-panel]")].map((panel) => [panel, panel.dataset.panel.split(" ").map(Number)]);
    this.hasPanels = svg.dataset.panels !== undefined; // here, or in a figure that follows
    this.usual = (svg.dataset.panels ?? "").split(" ").map(Number);
    this.hasTokens = !!svg.querySelector(".twigs");
    if (!this.hasTokens) this.layout = "symbol";
  }

  // The posterior mass that each node holds at the present step.
  masses() {
    const mass = this.details.map((d) => (d.t === this.step && d.q ? d.q : 0));
    for (let i = mass.length - 1; i >= 0; i--) if (this.details[i].parent >= 0) mass[this.details[i].parent] += mass[i];
    return mass;
  }

  show() {
    const { svg, step } = this;
    if (!svg) return;
    let filled = false;
    for (const element of this.timed) {
      const { step: from, only, layout } = element.dataset;
      const shown = (from === undefined || +from <= step) && (only === undefined || +only === step) && (layout === undefined || layout === this.layout);
      if (!shown) { element.setAttribute("display", "none"); continue; }
      element.removeAttribute("display");
      if (element.firstChild?.nodeType === Node.COMMENT_NODE) { fill(element.firstChild, this.later[+element.firstChild.data]); filled = true; }
    }
    if (filled) {
      this.index();
      this.placed = this.measured = null;
      return this.show(); // what has come may have times of its own
    }
    for (const element of this.headers) element.classList.toggle("later", +element.dataset.header > step);
    if (this.placed !== this.layout && (this.touched || this.zoom > 1 || this.layout !== "symbol")) this.place();
    this.weigh();
    const lengths = this.hide ? "none" : this.scale;
    if (this.measured !== lengths && (this.touched || lengths !== "linear")) this.measure(lengths);
    for (const element of this.numbers) {
      if (this.hide && element.textContent !== "…") { element.exact = element.textContent; element.textContent = "…"; }
      else if (!this.hide && element.textContent === "…" && element.exact) element.textContent = element.exact;
    }
    svg.classList.toggle("covered", this.covered);
    svg.classList.toggle("hiding", this.hide);
    this.ghosts.draw();
    this.light();
  }

  // Spots stand where the layout puts them; where rows are stretched by `zoom`, texts and spots keep their shape and the head its place.
  place(zoom = this.zoom ?? 1, top = this.top ?? 0) {
    this.zoom = zoom; this.top = top; this.placed = this.layout;
    this.touched = true;
    const shrink = zoom > 1 ? `scale(1 ${(1 / zoom).toFixed(4)})` : "";
    for (const spot of this.spots) if (spot) spot.setAttribute("transform", `translate(${spot.at[this.layout]} ${spot.at.y})${shrink}`);
    for (const text of this.rows) shrink ? text.setAttribute("transform", shrink) : text.removeAttribute("transform");
    for (const [text, y] of this.labels) shrink ? text.setAttribute("transform", `translate(0 ${(y - y / zoom).toFixed(1)})${shrink}`) : text.removeAttribute("transform");
    this.ghosts.stretch(shrink);
    for (const pin of this.pins) shrink ? pin.setAttribute("transform", `translate(0 ${top.toFixed(1)})${shrink}`) : pin.removeAttribute("transform");
  }

  weigh() {
    const thin = +this.svg.dataset.thin, thick = +this.svg.dataset.thick;
    if (!thin) return;
    const mass = this.masses(), some = mass.some((m) => m > 0);
    const wide = (m) => (thin + thick * Math.sqrt(this.covered || this.hide ? 0.08 : clamp(m, 0, 1))).toFixed(2);
    this.details.forEach((d, i) => {
      for (const element of this.of[i]) {
        if (element.nodeName === "path" && element.parentNode.classList.contains("e")) element.setAttribute("stroke-width", wide(mass[i]));
        element.classList.toggle("gone", some && !this.hide && mass[i] === 0 && d.t <= this.step);
      }
    });
    if (this.layout !== "token") return;
    const ends = this.details.map((d, i) => i).filter((i) => this.details[i].t === this.step && mass[i] > 0 && !this.details[i].rest);
    for (const [[path], low, high, depth] of this.ranges) {
      let sum = 0;
      for (const i of ends) if (this.y[i] >= low - 0.06 && this.y[i] <= high + 0.06 && this.details[i].z.length >= depth) sum += mass[i];
      path.setAttribute("stroke-width", wide(sum));
      path.classList.toggle("gone", some && !this.hide && sum === 0);
    }
  }

  bend(share) { return this.scale === "sqrt" ? Math.sqrt(share) : share; }

  // The bars at these lengths: "linear", "sqrt", or "none" where exact numbers are hidden.
  measure(lengths) {
    const full = +this.svg.dataset.full;
    this.measured = lengths;
    this.touched = true;
    if (!full) return;
    for (const bar of this.bars) {
      const q = this.details[bar.parentNode.dataset.i]?.q ?? 0, top = +(bar.closest("[data-top]")?.dataset.top ?? 1);
      const width = q > 0 && lengths !== "none" ? Math.max(1, full * this.bend(Math.min(1, q / top))) : 0;
      bar.setAttribute("width", width.toFixed(1));
      const label = bar.nextElementSibling;
      if (label) label.setAttribute("x", (+bar.getAttribute("x") + width + 6).toFixed(1));
    }
    for (const tick of this.ticks) {
      const share = +tick.dataset.tick;
      tick.setAttribute("transform", `translate(${((this.bend(share) - share) * full).toFixed(1)} 0)`);
    }
  }

  path(i) {
    const out = [];
    for (let at = i; at >= 0 && this.details[at]; at = this.details[at].parent ?? -1) out.unshift(at);
    return out;
  }

  // Light the path of the node under the pointer, else of the chosen one; keep only a frozen branch.
  light() {
    const { svg } = this;
    if (!svg) return;
    for (const element of svg.querySelectorAll(".lit,.kept,.chosen")) element.classList.remove("lit", "kept", "chosen");
    const at = this.lit ?? this.chosen;
    svg.classList.toggle("lighting", this.lit != null);
    svg.classList.toggle("choosing", this.chosen != null && this.lit == null);
    svg.classList.toggle("freezing", this.frozen != null);
    const mark = (indices, kind) => {
      for (const i of indices) {
        for (const element of this.of[i] || []) element.classList.add(kind);
        if (this.layout !== "token" || !this.details[i].z) continue;
        for (const [parts, low, high, depth] of this.ranges)
          if (this.y[i] >= low - 0.06 && this.y[i] <= high + 0.06 && depth <= this.details[i].z.length) for (const part of parts) part.classList.add(kind);
      }
    };
    if (at != null) mark(this.path(at), "lit");
    if (this.chosen != null) for (const element of this.of[this.chosen] || []) element.classList.add("chosen");
    if (this.frozen != null) {
      const kept = new Set(this.path(this.frozen));
      this.details.forEach((d, i) => { if (i === this.frozen || (kept.has(d.parent) && this.under(i, this.frozen))) kept.add(i); });
      mark(kept, "kept");
    }
    this.open();
  }

  // Show the panel of the chosen entry, or of the one that the step has of itself.
  open() {
    if (!this.hasPanels) return;
    let at = this.chosen ?? this.usual[this.step] ?? -1;
    at = this.details[at]?.panel ?? at;
    for (const [panel, entries] of this.panels) if (entries.includes(at)) panel.removeAttribute("display"); else panel.setAttribute("display", "none");
    for (const element of this.svg.querySelectorAll(".open")) element.classList.remove("open");
    for (const element of this.of[at] || []) element.classList.add("open");
    this.svg.dataset.row = this.details[at]?.row ?? "";
  }

  // What is chosen after a step: the same row of a triangle as it is then, or the same node as long as it is there.
  chosenAt(step) {
    const d = this.details[this.chosen];
    if (!d) return null;
    if (d.row === undefined) return d.t > step ? null : this.chosen;
    const there = this.details.findIndex((other) => other.row === d.row && other.t === step);
    return there < 0 ? null : there;
  }

  under(i, ancestor) {
    for (let at = i; at >= 0; at = this.details[at].parent ?? -1) if (at === ancestor) return true;
    return false;
  }

  find(tokens, step) {
    if (!tokens) return null;
    const key = JSON.stringify(tokens);
    let found = null;
    this.details.forEach((d, i) => { if (!d.rest && JSON.stringify(d.z) === key && (found == null || d.t === step)) found = i; });
    return found;
  }

  // The node that a pointer means: the one it touches, else the nearest of its column, row by row.
  pick(event) {
    const touched = event.target.closest?.("[data-i]");
    if (touched) return +touched.dataset.i;
    const matrix = this.svg.getScreenCTM();
    if (!matrix || this.columns.length < 1 || !this.svg.dataset.pitch) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const last = this.columns[this.columns.length - 1];
    let column = this.step;
    if (point.x < last - 4) {
      if (this.layout === "token") return null;
      column = this.columns.findIndex((x) => point.x <= x + 6);
    }
    if (column < 0 || column > this.step) return null;
    let best = null, distance = Math.max(+this.svg.dataset.pitch * 0.6, 8);
    this.details.forEach((d, i) => {
      if (d.t !== column || this.y[i] === undefined) return;
      const away = Math.abs(this.y[i] - point.y);
      if (away < distance) { best = i; distance = away; }
    });
    return best;
  }
}
