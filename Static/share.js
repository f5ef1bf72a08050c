// The device's own share sheet, where the browser can hand files to it. Nothing is fetched before somebody asks.
for (const button of document.querySelectorAll("[data-share]")) {
  const state = document.querySelector("[data-share-state]");
  const empty = new File([], button.dataset.shareName, { type: "application/pdf" });
  if (!navigator.canShare?.({ files: [empty] })) continue;
  let file = null;
  button.hidden = false;
  button.addEventListener("click", async () => {
    state.textContent = "";
    try {
      if (!file) {
        const response = await fetch(button.dataset.share, { headers: { Accept: "application/pdf" } });
        const type = response.headers.get("Content-Type") ?? "";
        if (!response.ok || !type.startsWith("application/pdf")) throw new Error(type);
        file = new File([await response.blob()], button.dataset.shareName, { type: "application/pdf" });
      }
      await navigator.share({ files: [file] });
    } catch (error) {
      if (error.name === "AbortError") return; // The person closed the share sheet.
      // A browser that waited too long for the file wants another press; the file is here now.
      state.textContent = error.name === "NotAllowedError" && file ? button.dataset.shareAgain : button.dataset.shareFailed;
    }
  });
}
