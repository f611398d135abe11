// A change of page and the parameters that the frame adds to its address are two entries of the browser's history, and going back would
// take two presses: the second takes the place of the first.
const push = history.pushState.bind(history);
history.pushState = (state, title, url) => {
  const same = new URL(url, location.href).pathname === location.pathname;
  if (same && !location.search) history.replaceState(state, title, url);
  else push(state, title, url);
};
