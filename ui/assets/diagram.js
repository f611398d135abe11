// Beside Streamlit's state diagram: hover an arc and read it, with its row in the table marked; put the cursor into a row and
// see its arc; click an arc and the tape takes it. Nothing but the click needs the server.
//
// Data: arrows [{lines: [[arc, …], …]}] in the order of the ids `lift-arrow-i`; arcs [{text, row}]; idle, what is said when
// nothing is pointed at; bad, the row at fault, or null. Sent: `picked` {n, arc}.

const HEAD = 35, ROW = 35; // pixels of the table

class Link {
  constructor(root) {
    this.line = document.createElement("p");
    this.line.className = "arc-line";
    this.line.setAttribute("role", "status");
    root.append(this.line);
    this.n = 0;
    this.over = (event) => this.point(event);
    this.out = () => this.show(null);
    this.click = (event) => {
      const arc = this.find(event);
      if (arc !== null) this.send("picked", { n: ++this.n, arc, at: Date.now() });
    };
    // The table says where its cursor is a little after it went there.
    this.moved = () => { clearTimeout(this.timer); clearTimeout(this.again); this.timer = setTimeout(() => this.cursor(), 60); this.again = setTimeout(() => this.cursor(), 400); };
    document.addEventListener("pointermove", this.over);
    document.addEventListener("click", this.click);
    for (const name of ["pointerup", "keyup", "scroll"]) document.addEventListener(name, this.moved, true);
    // The picture is drawn some time after its data came, and anew for new data.
    this.watcher = new MutationObserver(() => { clearTimeout(this.later); this.later = setTimeout(() => this.cursor(), 30); });
  }

  get diagram() { return document.querySelector(".st-key-diagram"); }
  get table() { return document.querySelector(".st-key-arcs [data-testid='stDataFrameResizable']"); }

  update({ data, setStateValue }) {
    this.data = data;
    this.send = setStateValue;
    this.held = null;
    this.line.textContent = data.idle;
    if (this.diagram) this.watcher.observe(this.diagram, { childList: true, subtree: true });
    this.cursor();
  }

  // Which arc is under the pointer: the arrow by its id, the line of its label by the height.
  find(event) {
    const arrow = event.target?.closest?.(".st-key-diagram g.edge");
    const lines = arrow && this.data.arrows[arrow.id.replace("lift-arrow-", "")]?.lines;
    if (!lines) return null;
    const tops = new Map();
    for (const text of arrow.querySelectorAll("text")) tops.set(text.getAttribute("y"), text.getBoundingClientRect().bottom);
    const bottoms = [...tops.values()].sort((a, b) => a - b);
    const at = bottoms.findIndex((bottom) => event.clientY <= bottom);
    const line = lines[at < 0 ? lines.length - 1 : Math.min(at, lines.length - 1)];
    return line[0];
  }

  point(event) {
    const arc = this.find(event);
    if (arc === this.arc) return;
    this.arc = arc;
    this.show(arc);
  }

  show(arc) {
    if (arc === null || arc === undefined) { this.cursor(); return; }
    this.light(arc);
    this.line.textContent = this.data.arcs[arc].text;
    this.mark("arc-row", this.data.arcs[arc].row);
  }

  // The row with the table's cursor lights its arc.
  cursor() {
    this.mark("bad-row", this.data?.bad);
    if (this.arc !== null && this.arc !== undefined) return;
    const cell = this.table?.querySelector("td[aria-selected='true'][data-testid^='glide-cell']");
    const row = cell ? Number(cell.dataset.testid.split("-").pop()) : null;
    const arc = row === null ? -1 : this.data.arcs.findIndex((known) => known.row === row);
    this.light(arc < 0 ? null : arc);
    this.mark("arc-row", null);
    this.line.textContent = arc < 0 ? this.data.idle : this.data.arcs[arc].text;
  }

  light(arc) {
    this.diagram?.querySelectorAll("g.edge").forEach((arrow) => {
      const lines = this.data.arrows[arrow.id.replace("lift-arrow-", "")]?.lines;
      arrow.classList.toggle("lit", arc !== null && !!lines?.some((line) => line.includes(arc)));
    });
    this.diagram?.querySelectorAll("title").forEach((title) => title.remove()); // the browser's own hints say only "s0"
  }

  // A bar over a row of the table; null takes it away.
  mark(name, row) {
    const table = this.table;
    let bar = table?.querySelector(`:scope > .${name}`);
    const scroller = table?.querySelector(".dvn-scroller");
    const top = HEAD + ROW * row - (scroller?.scrollTop || 0);
    const seen = table && row !== null && row !== undefined && top >= HEAD && top + ROW <= table.clientHeight + 2;
    if (!seen) { bar?.remove(); return; }
    if (!bar) { bar = document.createElement("div"); bar.className = name; table.append(bar); }
    bar.style.cssText = `position:absolute;left:0;right:0;top:${top}px;height:${ROW}px;pointer-events:none;z-index:1`;
  }

  unmount() {
    for (const timer of [this.timer, this.again, this.later]) clearTimeout(timer);
    this.watcher.disconnect();
    document.removeEventListener("pointermove", this.over);
    document.removeEventListener("click", this.click);
    for (const name of ["pointerup", "keyup", "scroll"]) document.removeEventListener(name, this.moved, true);
    document.querySelectorAll(".arc-row, .bad-row").forEach((bar) => bar.remove());
    this.line.remove();
  }
}

export default mounted(Link);
