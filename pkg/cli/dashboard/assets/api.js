// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Requests to the server. The session stays in this tab.

const key = "session";

// begin exchanges the token in the address for a session, if there is one.
export async function begin() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!token) {
    return;
  }
  history.replaceState(null, "", "#/");
  const { session } = await call("/api/session", { token });
  sessionStorage.setItem(key, session);
}

// call sends a request, with POST if there is content. A refusal is an error with the server's reason.
export async function call(path, content) {
  const response = await request(path, content === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(content) });
  return response.json();
}

// lines passes on each line of the server until the stream ends.
export async function lines(path, take) {
  const response = await request(path, {});
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  // The parts of the unfinished line, which may be many.
  let begun = [];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) {
      return;
    }
    const [first, ...others] = value.split("\n");
    begun.push(first);
    for (const next of others) {
      take(JSON.parse(begun.join("")));
      begun = [next];
    }
  }
}

async function request(path, options) {
  const session = sessionStorage.getItem(key);
  const response = await fetch(path, { ...options, headers: { ...options.headers, ...(session ? { Authorization: `Bearer ${session}` } : {}) } });
  if (!response.ok) {
    const { error } = await response.json().catch(() => ({ error: response.statusText }));
    throw Object.assign(new Error(error), { status: response.status });
  }
  return response;
}
