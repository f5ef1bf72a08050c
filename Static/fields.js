// <input data-format="us-phone|us-state|us-zip" data-country-from="country">  shapes typed US data.
// <input data-enter-next>  Enter moves on instead of sending the form.

const shapes = {
  // 1(AAA)PPP-NNNN; other countries' numbers (+49 …) and extensions stay as typed.
  "us-phone"(text) {
    if (/[^\d\s().+-]/.test(text) || /^\s*\+(?!1)/.test(text)) return text;
    const all = text.replace(/\D/g, "");
    const digits = all.replace(/^1/, "");
    if (digits.length > 10) return text;
    if (!digits) return all;
    const [area, office, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
    return `1(${area}${office && `)${office}`}${line && `-${line}`}`;
  },
  // Two letters are a code. More are a name, which the server reads: cut short, "New York" would become Nebraska.
  "us-state"(text) {
    if (/^[a-z]{0,2}$/i.test(text)) return text.toUpperCase();
    return text.toLowerCase().replace(/(^|[\s.])[a-z]/g, (start) => start.toUpperCase());
  },
  "us-zip"(text) {
    const digits = text.replace(/\D/g, "").slice(0, 9);
    return digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits;
  },
};

function isUS(input) {
  const country = document.getElementById(input.dataset.countryFrom ?? "");
  return !country || country.value === "US";
}

function shape(input) {
  if (!isUS(input)) return;
  const before = input.value;
  const after = shapes[input.dataset.format](before);
  if (after === before) return;
  const end = input.selectionEnd ?? before.length;
  input.value = after;
  if (document.activeElement !== input) return;
  // The caret stays behind the same digit or letter, counted from the end: the shape puts a 1 in front.
  let behind = before.slice(end).replace(/[^a-z\d]/gi, "").length;
  let caret = after.length;
  for (; behind > 0 && caret > 0; caret -= 1) if (/[a-z\d]/i.test(after[caret - 1])) behind -= 1;
  input.setSelectionRange(caret, caret);
}

for (const input of document.querySelectorAll("input[data-format]")) {
  if (!shapes[input.dataset.format]) continue;
  input.addEventListener("input", (event) => event.isComposing || shape(input));
  input.addEventListener("change", () => shape(input));
  // What was typed before this script came.
  if (input.value !== input.defaultValue) shape(input);
}

for (const input of document.querySelectorAll("[data-enter-next]")) {
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const controls = [...input.form.elements].filter(
      (control) => control.type !== "hidden" && !control.disabled && control.tagName !== "FIELDSET");
    const next = controls[controls.indexOf(input) + 1];
    if (!next) return;
    event.preventDefault();
    next.focus();
    if (next.tagName === "INPUT") next.select?.();
  });
}
