// Money as it is written in Chile and Argentina: $12.374.500. Whole pesos only.
export function pesos(amount) {
  const digits = String(Math.abs(amount)).replace(/\B(?=(\d{3})+$)/g, ".");
  return `${amount < 0 ? "−" : ""}$${digits}`;
}
