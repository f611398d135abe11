// The cells of a triangle by keyboard: arrows move among those that show, Enter or Space chooses, Escape lets go.

function makeCells(figure) {
  const { picture } = figure, cells = [...picture.svg.querySelectorAll(".cells > .cell")];
  if (cells.length) picture.svg.setAttribute("role", "group"); // an image would have no parts
  for (const cell of cells) {
    const d = picture.details[+cell.dataset.i];
    cell.setAttribute("role", "option");
    cell.setAttribute("aria-label", `${d.name}: ${picture.hide ? "hidden" : d.tip}`);
    cell.setAttribute("aria-selected", picture.chosen === +cell.dataset.i);
    cell.setAttribute("tabindex", cell === cells[0] ? 0 : -1);
  }
}

function walkCells(figure, event) {
  const cell = event.composedPath()[0].closest?.(".cells > .cell");
  if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
  const { picture } = figure, i = +cell.dataset.i, d = picture.details[i];
  const moves = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  if (moves[event.key]) {
    const [down, right] = moves[event.key], step = d.t + right;
    const to = picture.details.findIndex((other) => other.row === d.row + down && other.t === step);
    const next = to >= 0 && step <= picture.step ? picture.svg.querySelector(`.cells > [data-i="${to}"]`) : null;
    if (next) {
      cell.setAttribute("tabindex", -1);
      next.setAttribute("tabindex", 0);
      next.focus();
    }
  } else if (event.key === "Enter" || event.key === " ") figure.choose(i);
  else if (event.key === "Escape") figure.release();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
