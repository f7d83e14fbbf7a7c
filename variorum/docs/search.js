"use strict";
// Every part of a page that has all words of the query, those first that name them in a heading.
const MOST = 50;
const AROUND = 90;
const query = (new URLSearchParams(location.search).get("q") || "").trim();
const words = query.toLowerCase().split(/\s+/).filter(Boolean);
const starts = words.map((word) =>
  new RegExp("(^|[^\\p{L}\\p{N}])" + word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "iu"));

function weight(part) {
  const [page, , heading, text] = part;
  let sum = 0;
  for (const start of starts) {
    const found = 8 * start.test(heading) + 4 * start.test(PAGES[page][1]) + start.test(text);
    if (!found) return 0;
    sum += found;
  }
  return sum;
}

function excerpt(text) {
  const shown = document.createElement("p");
  const found = starts.map((start) => text.search(start)).filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...found, text.length) - AROUND);
  const cut = text.slice(from, from + 3 * AROUND);
  shown.textContent = (from ? "… " : "") + cut + (from + 3 * AROUND < text.length ? " …" : "");
  return shown;
}

function result([page, anchor, heading, text]) {
  const [name, title] = PAGES[page];
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = name + ".html" + (anchor ? "#" + anchor : "");
  link.textContent = heading && heading !== title ? title + ": " + heading : title;
  item.append(link, excerpt(text));
  return item;
}

if (words.length) {
  const told = document.querySelector("#main p");
  const found = PARTS.map((part) => [weight(part), part]).filter(([sum]) => sum > 0);
  found.sort((one, other) => other[0] - one[0]);
  const list = document.createElement("ol");
  list.append(...found.slice(0, MOST).map(([, part]) => result(part)));
  const places = found.length === 1 ? "1 place has" : found.length + " places have";
  told.textContent = found.length
    ? places + " “" + query + "”" + (found.length > MOST ? "; the first " + MOST + ":" : ":")
    : "No page has “" + query + "”. Fewer or shorter words find more.";
  told.after(list);
  document.querySelector("#q").value = query;
  document.title = query + " – " + document.title;
}
