// Making elements. No HTML is ever made from text, so nothing that comes over the wire can be markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes, listeners (`onclick: fn`) and children (nodes, texts, null). */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else setAttribute(node, name, value);
  }
  add(node, children);
  return node;
}

/** Set an attribute; false, null and undefined take it away, true sets it empty. */
export function setAttribute(node, name, value) {
  if (value === false || value === null || value === undefined) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : String(value));
}

function add(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
}

/** Replace the children of a node. */
export function fill(node, ...children) {
  node.replaceChildren();
  add(node, children);
  return node;
}

/**
 * Replace the children of a node unless they look the same already: what somebody is just pressing,
 * or has the focus on, is not taken away.
 */
export function refill(node, ...children) {
  const made = document.createElement("div");
  add(made, children);
  const isSame =
    made.childNodes.length === node.childNodes.length &&
    [...made.childNodes].every((child, place) => child.isEqualNode(node.childNodes[place]));
  if (!isSame) node.replaceChildren(...made.childNodes);
}

/** Change the text of a node only if it is another one, so that screen readers stay quiet. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** One of the drawings in index.html; decoration, so hidden from screen readers. */
export function drawing(name, className = "drawing") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("viewBox", "0 0 32 32");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#draw-${name}`);
  svg.append(use);
  return svg;
}

/** The element with an id; a page without it is broken. */
export function byId(id) {
  const node = document.getElementById(id);
  if (node === null) throw new Error(`The page has no #${id}.`);
  return node;
}
