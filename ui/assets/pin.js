// Pinned bars: the bars that show when "pin" is pressed stay as dashed outlines, with their old numbers, on the axis of the present
// ones, so that a change is read from before to after. Which rects are bars stands in lift_core/plots/drawing.py.

const PAD = 2.5; // pixels by which an outline is wider than its bar
const LEAST = 2; // pixels of a slice that has an outline
const SVG = "http://www.w3.org/2000/svg";

const KEPT = new Map(); // by the name of a figure, what was pinned there when its page was left

const shape = (name, attributes, ...children) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, typeof value === "number" ? value.toFixed(1) : value);
  element.append(...children);
  return element;
};

// Its edges one by one, so that the dashes of two outlines that touch fall on each other; open where it goes on beyond the axis.
function outline(way, open, left, high, right, bottom) {
  const edges = { right: `M${right} ${high}V${bottom}`, high: `M${left} ${high}H${right}`, left: `M${left} ${high}V${bottom}`, bottom: `M${left} ${bottom}H${right}` };
  if (open) delete edges[way === "right" ? "right" : "high"];
  return Object.values(edges).join("");
}

class Pins {
  constructor(picture) {
    this.picture = picture;
    this.held = null; // by entry: value, from, log, told; null while nothing is pinned
    this.gone = []; // pinned entries that the picture has no bar for
    this.changed = []; // in words
    this.texts = [];
  }

  get on() { return this.held !== null; }

  hold(on) { this.held = on ? new Map(this.bars().map((bar) => [bar.key, bar])) : null; }

  // A page that is left and seen again has its pins still.
  keep(name) { if (this.on) KEPT.set(name, this.held); else KEPT.delete(name); }

  take(name) { this.held = KEPT.get(name) ?? null; }

  // The bars in sight, on their axes.
  bars() {
    const { svg, details } = this.picture, found = [];
    for (const rect of svg?.querySelectorAll(".q rect,[data-bar]") ?? []) {
      const row = rect.closest("[data-i]"), d = details[row.dataset.i];
      if (!d || d.rest || rect.closest("[display=none]")) continue;
      const [way, value, from] = (rect.dataset.bar ?? `right ${d.q ?? 0}`).split(" "), axis = rect.closest("[data-full]").dataset;
      const label = [...row.querySelectorAll("text")].pop(), told = label.textContent === "…" ? label.exact : label.textContent;
      found.push({ key: d.z ? JSON.stringify(d.z) : d.name, name: d.z ? joined(d.z) : d.name, string: !!d.z, way, value: +value, from: +(from ?? 0), log: +(axis.log ?? 0), told, rect, row, label, axis });
    }
    return found;
  }

  erase() {
    this.layer?.remove();
    this.layer = null;
    this.texts = [];
  }

  draw() {
    this.erase();
    if (!this.on) return;
    const { picture } = this, { svg } = picture, bars = this.bars(), here = new Set(bars.map((bar) => bar.key));
    this.gone = [...this.held.values()].filter((bar) => !here.has(bar.key));
    this.changed = [];
    if (picture.hide || picture.covered) return;
    const ghosts = bars.filter((bar) => this.held.has(bar.key)).map((bar) => this.ghost(bar, this.held.get(bar.key), bars)); // read all, then write
    this.layer = shape("g", { class: "ghosts", "aria-hidden": "true" }, ...ghosts.filter(Boolean));
    svg.insertBefore(this.layer, svg.querySelector(":scope > .pin"));
    this.stretch(picture.zoom > 1 ? `scale(1 ${(1 / picture.zoom).toFixed(4)})` : "");
  }

  // Texts keep their shape where rows are stretched.
  stretch(transform) { for (const text of this.texts) text.setAttribute("transform", transform); }

  ghost(bar, was, bars) {
    const { rect, row, way, axis } = bar, place = (name) => +rect.getAttribute(name);
    const full = +axis.full, top = +(rect.closest("[data-top]")?.dataset.top ?? 1), scale = Math.exp(clamp(was.log - bar.log, -700, 700)) / top;
    const length = (value) => full * (rect.dataset.bar ? Math.min(1, value * scale) : this.picture.bend(Math.min(1, value * scale)));
    const low = length(was.from), long = length(was.from + was.value) - low, open = (was.from + was.value) * scale > 1 + 1e-9;
    const [x, y, width, height] = ["x", "y", "width", "height"].map(place);
    const foot = way === "stack" ? +axis.zero - low : y + height;
    const box = way === "right" ? [x, y - PAD, x + long, y + height + PAD] : [x - PAD, foot - long, x + width + PAD, foot];
    if (was.told !== bar.told) this.changed.push(`${bar.name} was ${was.told}`);
    const [left, high, right, bottom] = box.map((value) => value.toFixed(1));
    const drawn = was.value && long >= (way === "stack" ? LEAST : 0) ? shape("path", { d: outline(way, open, left, high, right, bottom) }) : null;
    const words = was.told !== bar.told ? this.words(bar, was, box, bars) : [];
    if (!drawn && !words.length) return null;
    this.texts.push(...words);
    return shape("g", { class: /\bl\d+\b/.exec(row.getAttribute("class"))?.[0] ?? "", transform: row.getAttribute("transform") ?? "", "data-pinned": bar.key }, ...(drawn ? [drawn] : []), ...words);
  }

  // The old number where there is room for it; and the present one again where the outline crosses it.
  words({ label, way, rect }, was, [, high, right], bars) {
    const size = parseFloat(getComputedStyle(label).fontSize), wide = label.getComputedTextLength(), small = Math.max(11, size * 0.82);
    const at = (x, y, anchor = "", told = `was ${was.told}`) => [shape("text", { x, y, class: `soft middle ${anchor}`, "font-size": small }, told)];
    const lx = +label.getAttribute("x"), ly = +label.getAttribute("y");
    if (!wide) return []; // the row is too low for its own number
    if (way === "right") {
      const x = Math.max(lx + wide, right) + 7, begin = +(/translate\(([-\d.]+)/.exec(rect.closest("[data-i]").getAttribute("transform"))?.[1] ?? 0);
      const length = (told) => (told.length * wide * small) / size / label.textContent.length, fits = (told) => begin + x + length(told) <= this.picture.size[0];
      const [bx, by, bar, height] = ["x", "y", "width", "height"].map((name) => +rect.getAttribute(name)), middle = by + height / 2, again = label.cloneNode(true);
      const old = fits(`was ${was.told}`) ? at(x, middle) : fits(was.told) ? at(x, middle, "", was.told) : length(was.told) < bar - 8 ? at(bx + 5, middle, "", was.told) : [];
      again.style.cssText = `font-size: ${size}px; dominant-baseline: ${getComputedStyle(label).dominantBaseline}`;
      return [...(right > lx - 2 && right < lx + wide + 2 ? [again] : []), ...old];
    }
    if (way === "up") return at(lx, Math.min(ly - small, high - small * 0.6), "mid");
    const next = bars.map((bar) => +bar.label.getAttribute("y") - ly).filter((below) => below > 0);
    return Math.min(...next, Infinity) < 1.8 * size ? [] : at(lx, ly + 0.9 * size, "end");
  }

  // What stands under the picture while bars are pinned.
  told() {
    const many = this.gone.length, noun = this.gone.every((bar) => bar.string) ? "string" : "bar";
    if (this.picture.hide || this.picture.covered) return "";
    return `dashed: pinned${many ? ` · ${many} pinned ${many === 1 ? `${noun} is` : `${noun}s are`} gone` : ""}`;
  }

  // The same for the text alternative.
  alternative() { return this.on && this.changed.length ? ` Pinned before: ${this.changed.slice(0, 12).join(", ")}.` : ""; }
}
