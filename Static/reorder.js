// <form data-reorder>: a mouse can drag its rows to another place, within a panel and into others. What is dropped is sent as the
// buttons of the rows are, which do the same by steps with the keyboard, on a touch screen and without scripts.

const form = document.querySelector("form[data-reorder]");
const item = (row) => row.querySelector('[value^="item-up:"]').value.slice("item-up:".length);
const section = (panel) => panel.getAttribute("aria-labelledby").slice("s-".length);
let dragged = null;

for (const row of form.querySelectorAll(".row")) {
  row.draggable = true;
  // Else the link is dragged that lies over the row.
  for (const link of row.querySelectorAll("a")) link.draggable = false;
}

function mark(row, side) {
  for (const old of form.querySelectorAll("[data-drop]")) delete old.dataset.drop;
  if (row) row.dataset.drop = side;
}

// Where the mouse is: in front of a row, or behind the last. Nothing outside of the panels.
function place(event) {
  const panel = event.target.closest?.("section.panel");
  if (!dragged || !panel) return null;
  const row = event.target.closest(".row");
  const box = row?.getBoundingClientRect();
  const isBefore = row && event.clientY < box.top + box.height / 2;
  const mark = row ?? panel.querySelector(".row:last-child") ?? panel;
  return { panel, next: isBefore ? row : row?.nextElementSibling ?? null, mark, side: isBefore ? "before" : "after" };
}

form.addEventListener("dragstart", (event) => {
  dragged = event.target.closest?.(".row") ?? null;
  if (!dragged) return;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", item(dragged));
});
form.addEventListener("dragover", (event) => {
  const target = place(event);
  mark(target?.mark, target?.side);
  if (target) event.preventDefault();
});
form.addEventListener("dragend", () => {
  dragged = null;
  mark(null);
});
form.addEventListener("drop", (event) => {
  const target = place(event);
  if (!target) return;
  event.preventDefault();
  const { panel, next } = target;
  const isThere = next === dragged || (dragged.closest("section.panel") === panel && dragged.nextElementSibling === next);
  if (isThere) return;
  const words = ["item-place", item(dragged), section(panel), ...(next ? [item(next)] : [])];
  const button = Object.assign(document.createElement("button"), { name: "change", value: words.join(":"), hidden: true });
  form.append(button);
  form.requestSubmit(button);
});
