// The row under the picture: layout, scale, predict; zoom; saving.

function toolsOf(figure) {
  const { picture, zoom } = figure, tools = [];
  const toggle = (label, words, pressed, act, kind = "") =>
    button(label, words, () => { act(); figure.makeTools(); figure.refresh(); }, { class: `tool word ${kind}`, "aria-pressed": String(pressed) });
  if (figure.has("layout") && picture.hasTokens) {
    const by = (layout, words) => toggle(`lay out ${words}`, words, picture.layout === layout, () => { picture.layout = layout; });
    tools.push(make("div", { class: "pair", role: "group", "aria-label": "layout" }, by("symbol", "by symbol"), by("token", "by latent token")));
  }
  if (figure.has("scale")) tools.push(toggle("bars on a square-root scale", "√ scale", picture.scale === "sqrt", () => { picture.scale = picture.scale === "sqrt" ? "linear" : "sqrt"; }));
  if (figure.has("predict")) tools.push(button("predict which strings are in the lifting, then reveal", "Predict", () => figure.guess.turn(figure.guess.phase === "off" ? "covered" : "off"), { class: "tool word predict", "aria-pressed": String(figure.guess.phase !== "off") }));
  if (figure.has("pin")) tools.push(toggle("pin the bars, to compare with after a change", "pin", picture.ghosts.on, () => figure.pin(!picture.ghosts.on), "pinning"));
  tools.push(make("span", { class: "space" }));
  if (figure.has("zoom") && picture.svg?.dataset.pitch) tools.push(
    button("lower rows", icon("less"), () => zoom.by(1 / 1.6), { class: "tool" }),
    button("higher rows", icon("more"), () => zoom.by(1.6), { class: "tool" }),
    button("fit the whole picture", icon("fit"), () => zoom.fit(), { class: "tool" }));
  if (figure.has("export")) tools.push(
    button("save as SVG", "SVG", () => saveSvg(picture, figure.data.name), { class: "tool word" }),
    button("save as PNG", "PNG", () => savePng(picture, figure.data.name), { class: "tool word" }));
  return tools;
}
