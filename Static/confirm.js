// <button data-confirm="dialog-id">, <form data-confirm="dialog-id">: asks first, in the dialog prepared by _confirm.
// Without scripts the server asks on a page of its own.

function ask(event, id) {
  const dialog = document.getElementById(id);
  if (!dialog?.showModal) return;
  event.preventDefault();
  dialog.showModal();
}

for (const element of document.querySelectorAll("[data-confirm]")) {
  const kind = element.tagName === "FORM" ? "submit" : "click";
  element.addEventListener(kind, (event) => ask(event, element.dataset.confirm));
}
