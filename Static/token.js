// The hidden token of forms belongs to a session. Who signed in again in another tab has another one: this puts it into the
// forms of this page.

export async function renewToken() {
  const response = await fetch(location.href, { credentials: "same-origin" });
  if (!response.ok || isSignedOut(response)) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const token = page.querySelector("input[name=csrf]")?.value;
  if (token) for (const input of document.querySelectorAll("input[name=csrf]")) input.value = token;
}

// Whether the answer to a script is that nobody is signed in.
export function isSignedOut(response) {
  return response.status === 401 || (response.redirected && new URL(response.url).pathname === "/sign-in");
}
