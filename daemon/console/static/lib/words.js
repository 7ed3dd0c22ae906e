// The page's language. Texts in the scripts are Spanish; the server gives them in the language of the page.
const language = document.documentElement.lang || "es";
const told = await fetchUntilThere(`/api/words/${language}`);

export { language };

// `text` in the page's language, with {name} replaced from `values`.
export function _(text, values = {}) {
  return (told.texts[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

export const choiceWords = (code, otherwise = code) => told.choices[code] ?? otherwise;
export const roleWords = (role) => told.roles[role] ?? role;
export const faultWords = (code) => told.faults[code];
export const handWords = (name) => told.hands[name] ?? name ?? "";
export const prizeWords = (name) => told.prizes[name] ?? name;

async function fetchUntilThere(url) {
  for (;;) {
    try {
      const answer = await fetch(url);
      if (answer.ok) return await answer.json();
    } catch {
      // the console is just restarting
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

// Whether a person of `role` may decide what the text gives to `needed`.
export const mayActAs = (role, needed) => told.acts_as[role]?.includes(needed) ?? false;

// The least role for an order, where it is more than a dealer's.
export const roleNeeded = (type) => told.needs[type] ?? "dealer";
