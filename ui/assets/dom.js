// Small makers of elements, and `morph`, which redraws by changing as little as possible, so that focus, hover and
// transitions survive.

const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value == null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
};

// What Streamlit calls at every run, for a class: one of it in each place, made at the first run and unmounted with the place.
const mounted = (Kind) => {
  const made = new WeakMap();
  return (component) => {
    const root = component.parentElement;
    if (!made.has(root)) made.set(root, new Kind(root));
    const one = made.get(root);
    one.update(component);
    return () => { made.delete(root); one.unmount(); };
  };
};

const ICONS = {
  back: "M15 5l-7 7 7 7", forward: "M9 5l7 7-7 7", play: "M8 5v14l11-7z", pause: "M8 5v14M16 5v14",
  erase: "M9 5h11v14H9l-6-7zM12 9.500l5 5M17 9.500l-5 5", less: "M5 12h14", more: "M5 12h14M12 5v14", close: "M6 6l12 12M18 6L6 18",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5", save: "M12 4v11M7 10.500l5 5 5-5M5 20h14",
  eye: "M2.500 12s3.500-6 9.500-6 9.500 6 9.500 6-3.500 6-9.500 6-9.500-6-9.500-6zM12 9.200a2.800 2.800 0 1 0 .01 0",
  covered: "M2.500 12s3.500-6 9.500-6 9.500 6 9.500 6-3.500 6-9.500 6-9.500-6-9.500-6zM4 20L20 4", sliders: "M4 8h9M17 8h3M15 5.500v5M4 16h3M11 16h9M9 13.500v5",
};

const icon = (name) => {
  const holder = document.createElement("span");
  holder.className = "icon";
  holder.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
  return holder;
};

const button = (label, content, onclick, attributes = {}) =>
  make("button", { type: "button", "aria-label": label, title: label, onclick, ...attributes }, content);

// The markup of a drawing as nodes, and its parts that can wait: in the place of part k stands the comment k until `fill` puts it there.
// The title would show as a tooltip over the whole picture, and the description would tell hidden numbers; it has its aria-label.
function parsed(markup) {
  const later = [], holder = document.createElement("template");
  holder.innerHTML = markup.replace(/<!--later-->([^]*?)<!--\/later-->/g, (_, part) => `<!--${later.push(part) - 1}-->`);
  const svg = holder.content.firstElementChild;
  for (const told of svg.querySelectorAll(":scope > :is(title, desc)")) told.remove();
  return { svg, later };
}

// The comments under an element that stand for parts of a drawing, by the number of the part.
function waiting(element) {
  const found = new Map(), walker = document.createTreeWalker(element, NodeFilter.SHOW_COMMENT);
  while (walker.nextNode()) found.set(+walker.currentNode.data, walker.currentNode);
  return found;
}

function fill(place, part) {
  const holder = document.createElement("template");
  holder.innerHTML = `<svg>${part}</svg>`;
  place.replaceWith(...holder.content.firstElementChild.childNodes);
}

// `live` was made from `was` and has been touched since; change in it what differs between `was` and `now`.
function morph(live, was, now) {
  if (was.isEqualNode(now)) return;
  for (const { name, value } of now.attributes) if (was.getAttribute(name) !== value) live.setAttribute(name, value);
  for (const { name } of was.attributes) if (!now.hasAttribute(name)) live.removeAttribute(name);
  const here = [...live.childNodes], before = was.childNodes, after = now.childNodes;
  for (let i = 0; i < after.length; i++) {
    const old = before[i], fresh = after[i];
    if (!old || !here[i]) live.append(fresh.cloneNode(true));
    else if (old.nodeName !== fresh.nodeName) here[i].replaceWith(fresh.cloneNode(true));
    else if (fresh.nodeType === 1) morph(here[i], old, fresh);
    else if (old.data !== fresh.data) here[i].data = fresh.data;
  }
  here.slice(after.length).forEach((child) => child.remove());
}

// The tokens of a string as they are written one after another; the same rule as `pieces` in lift_core/plots/numerals.py.
const SPACES = { " ": "␣", "\n": "↵", "\t": "⇥", "\r": "␍", "\u00a0": "⍽" };
const visible = (token) => token.replace(/[ \n\t\r\u00a0]/g, (space) => SPACES[space]) || "∅";
const isTag = (token) => /^<.+>$/.test(token);
function pieces(tokens) {
  const single = tokens.every((token) => [...token].length === 1);
  return tokens.map((token, i) => (i && !single && !isTag(token) && !isTag(tokens[i - 1]) ? " " : "") + visible(token));
}
const joined = (tokens) => pieces(tokens).join("") || "ε";
const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

// Light or dark as the page is, and large in a lecture. It asks for styles, so before anything changes.
function dress(host, mode) {
  host.style.backgroundColor = "var(--st-background-color)";
  const rgb = (getComputedStyle(host).backgroundColor.match(/[\d.]+/g) || [255, 255, 255]).map(Number);
  host.style.backgroundColor = "";
  host.dataset.theme = 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2] < 128 ? "dark" : "light";
  host.dataset.mode = mode;
}

// Calls `told` with whether the page has its server, now and at every change; what is returned ends it.
function connected(told) {
  const app = document.querySelector('[data-testid="stApp"]'), tell = () => told(/^(CONNECTED|undefined)$/.test(app?.dataset.testConnectionState));
  const watcher = new MutationObserver(tell);
  if (app) watcher.observe(app, { attributeFilter: ["data-test-connection-state"] });
  tell();
  return () => watcher.disconnect();
}
