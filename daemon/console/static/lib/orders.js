// Orders to the table in a person's name, and who is signed in at this browser.
import { useEffect, useState } from "preact/hooks";
import { language, _ } from "./words.js";

let session = { person: null, role: null };
const listeners = new Set();

export function useSession() {
  const [, redraw] = useState(0);
  useEffect(() => {
    const listener = () => redraw((count) => count + 1);
    listeners.add(listener);
    listener();
    return () => listeners.delete(listener);
  }, []);
  return session;
}

function setSession(found) {
  session = { person: found.person ?? null, role: found.role ?? null };
  for (const listener of listeners) listener();
}

// The answer to a request: {ok, code, detail, article}. Never throws.
export async function post(path, body) {
  try {
    const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json", "accept-language": language }, body: JSON.stringify(body) });
    const told = await answer.json();
    if (answer.status === 401) setSession({});
    return { ok: answer.ok, ...told };
  } catch {
    return { ok: false, code: "AWAY", detail: _("La consola no responde; la orden no se dio.") };
  }
}

export async function signIn(name, pin) {
  const told = await post("/api/sign-in", { name, pin });
  if (told.person) {
    setSession(told);
    remember(name);
  }
  return told;
}

export async function signOut() {
  await post("/api/sign-out", {});
  setSession({});
}

export const order = (command) => post("/api/order", { command });

// One order by somebody who steps up to this browser with name and PIN.
export async function orderAs(name, pin, command) {
  const told = await post("/api/order-as", { name, pin, command });
  if (told.ok) remember(name);
  return told;
}

export async function read(path) {
  try {
    const answer = await fetch(path);
    if (answer.status === 401) setSession({});
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

// Names that signed in at this very browser: nobody else's are offered.
const NAMES = "sabot-names";

export function remembered() {
  try {
    return JSON.parse(localStorage.getItem(NAMES)) ?? [];
  } catch {
    return [];
  }
}

function remember(name) {
  localStorage.setItem(NAMES, JSON.stringify([name, ...remembered().filter((one) => one !== name)].slice(0, 6)));
}

export async function lookUpSession() {
  const found = await read("/api/session");
  if (found) setSession(found);
}
