// Magnify and move: the view box of the svg shrinks; texts keep their size (the drawing divides by --z) and more of them show.

class Zoom {
  constructor(picture, canvas) {
    this.picture = picture;
    this.z = 1; this.x = 0; this.y = 0;
    this.pointers = new Map();
    this.moved = false;
    canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return; // a plain wheel scrolls the page
      event.preventDefault();
      this.by(Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
    }, { passive: false });
    canvas.addEventListener("pointerdown", (event) => { this.pointers.set(event.pointerId, event); this.moved = false; });
    canvas.addEventListener("pointermove", (event) => this.drag(event));
    for (const kind of ["pointerup", "pointercancel", "pointerleave"])
      canvas.addEventListener(kind, (event) => this.pointers.delete(event.pointerId));
    this.canvas = canvas;
  }

  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const others = [...this.pointers.values()].filter((pointer) => pointer.pointerId !== event.pointerId);
    const unit = this.unit();
    if (others.length) {
      const [other] = others;
      const span = (pointer) => Math.hypot(pointer.clientX - other.clientX, pointer.clientY - other.clientY) || 1;
      this.by(span(event) / span(before), (event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2);
      this.moved = true;
    } else if (this.z > 1) {
      if (Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < (this.moved ? 0 : 4)) return;
      this.x -= (event.clientX - before.clientX) * unit;
      this.y -= (event.clientY - before.clientY) * unit;
      this.moved = true;
      this.apply();
    }
    this.pointers.set(event.pointerId, event);
  }

  unit() {
    const width = this.picture.svg?.getBoundingClientRect().width || 1;
    return (this.picture.size?.[0] ?? 1) / this.z / width;
  }

  by(factor, clientX, clientY) {
    const box = this.picture.svg.getBoundingClientRect(), unit = this.unit();
    const [width] = this.picture.size;
    const px = clientX === undefined ? box.width / 2 : clientX - box.left, py = clientY === undefined ? box.height / 2 : clientY - box.top;
    const z = clamp(this.z * factor, 1, 24), next = width / z / box.width;
    this.x += px * (unit - next);
    this.y += py * (unit - next);
    this.z = z;
    this.apply();
  }

  fit() { this.z = 1; this.apply(); }

  apply() {
    const { svg, size } = this.picture;
    if (!svg) return;
    const [width, height] = size;
    this.x = clamp(this.x, 0, width - width / this.z);
    this.y = clamp(this.y, 0, height - height / this.z);
    svg.setAttribute("viewBox", `${this.x.toFixed(2)} ${this.y.toFixed(2)} ${(width / this.z).toFixed(2)} ${(height / this.z).toFixed(2)}`);
    svg.dataset.zoom = [1, 2, 4, 8, 16].filter((level) => level <= this.z + 0.01).join(" ");
    svg.style.setProperty("--z", this.z.toFixed(3));
    this.canvas.classList.toggle("magnified", this.z > 1);
  }
}
