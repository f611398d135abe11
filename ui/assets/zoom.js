// Higher rows: the picture is stretched up and down alone, so that the strings and their bars stay in sight and the head stays put;
// texts keep their shape and more of them show.

class Zoom {
  constructor(picture, canvas) {
    this.picture = picture;
    this.canvas = canvas;
    this.z = 1; this.y = 0;
    this.pointers = new Map();
    this.moved = false;
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => { this.pointers.set(event.pointerId, event); this.moved = false; });
    canvas.addEventListener("pointermove", (event) => this.drag(event));
    for (const kind of ["pointerup", "pointercancel", "pointerleave"])
      canvas.addEventListener(kind, (event) => this.pointers.delete(event.pointerId));
  }

  // With Ctrl (or two fingers on a pad) the wheel zooms; without, it moves through a zoomed picture and otherwise scrolls the page.
  wheel(event) {
    if (event.ctrlKey || event.metaKey) this.by(Math.exp(-event.deltaY / 300), event.clientY);
    else if (this.z === 1 || !this.move(event.deltaY)) return;
    event.preventDefault();
  }

  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const [other] = [...this.pointers.values()].filter((pointer) => pointer.pointerId !== event.pointerId);
    if (other) {
      const span = (pointer) => Math.hypot(pointer.clientX - other.clientX, pointer.clientY - other.clientY) || 1;
      this.by(span(event) / span(before), (event.clientY + other.clientY) / 2);
      this.moved = true;
    } else if (this.z > 1) {
      if (Math.abs(event.clientY - before.clientY) < (this.moved ? 0 : 4)) return;
      this.move(before.clientY - event.clientY);
      this.moved = true;
    }
    this.pointers.set(event.pointerId, event);
  }

  unit() { return this.picture.size[1] / this.z / (this.picture.svg.getBoundingClientRect().height || 1); }

  move(pixels) {
    const before = this.y;
    this.y += pixels * this.unit();
    this.apply();
    return this.y !== before;
  }

  by(factor, clientY) {
    const box = this.picture.svg.getBoundingClientRect(), at = clientY === undefined ? box.height / 2 : clientY - box.top, unit = this.unit();
    this.z = clamp(this.z * factor, 1, 24);
    if (this.z < 1.02) this.z = 1;
    this.y += at * (unit - this.unit());
    this.apply();
  }

  fit() { this.z = 1; this.apply(); }

  apply() {
    const { svg, size } = this.picture;
    if (!svg) return;
    const [width, height] = size, shown = height / this.z;
    this.y = clamp(this.y, 0, height - shown);
    svg.setAttribute("viewBox", `0 ${this.y.toFixed(2)} ${width} ${shown.toFixed(2)}`);
    svg.setAttribute("preserveAspectRatio", this.z > 1 ? "none" : "xMidYMid");
    svg.style.aspectRatio = `${width} / ${height}`;
    svg.dataset.zoom = [1, 2, 4, 8, 16].filter((level) => level <= this.z + 0.01).join(" ");
    if (this.z > 1 || this.picture.zoom > 1) this.picture.place(this.z, this.y);
    this.canvas.classList.toggle("magnified", this.z > 1);
  }
}
