// Devices in words: roles, how well a driver is known, counters, ages and moments.
import { language, _ } from "../lib/words.js";

const ROLES = {
  shoe: () => _("Sabot"),
  shuffler: () => _("Barajadora"),
  acceptor: () => _("Aceptadores"),
  lamps: () => _("Lámparas"),
  display: () => _("Letrero"),
  pad: () => _("Teclado"),
  rack: () => _("Descarte"),
  contacts: () => _("Contactos"),
  wheel: () => _("Ruleta"),
};
export const deviceRole = (role) => ROLES[role]?.() ?? role;

const SUPPORT = {
  captured: () => _("tráfico real capturado"),
  documented: () => _("documento del fabricante"),
  "public code": () => _("código público"),
  ours: () => _("protocolo propio"),
};
export const supportWords = (support) => SUPPORT[support]?.() ?? support;

export const COUNTERS = {
  frames: () => _("Tramas"),
  duplicates: () => _("Repetidas"),
  bad: () => _("Rechazadas"),
  noise_bytes: () => _("Bytes de ruido"),
  gaps: () => _("Saltos"),
  reconnects: () => _("Conexiones"),
  send_failures: () => _("Envíos fallidos"),
};
export const TROUBLES = ["bad", "noise_bytes", "gaps", "send_failures"];
export const troubles = (counters) => TROUBLES.reduce((sum, name) => sum + (counters[name] ?? 0), 0);

// A link that came up once was connected; what came after that were reconnections.
export const reconnections = (counters) => Math.max(0, (counters.reconnects ?? 0) - 1);

export const figure = (count) => new Intl.NumberFormat(language === "en" ? "en" : "es-CL").format(count ?? 0);

export function ageWords(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return _("{n} s", { n: whole });
  if (whole < 3600) return _("{n} min", { n: Math.floor(whole / 60) });
  if (whole < 86400) return _("{h} h {m} min", { h: Math.floor(whole / 3600), m: Math.floor((whole % 3600) / 60) });
  return _("{d} d {h} h", { d: Math.floor(whole / 86400), h: Math.floor((whole % 86400) / 3600) });
}

export function momentWords(utcNs, zone) {
  const form = { day: "2-digit", month: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23", timeZone: zone };
  return new Intl.DateTimeFormat("es-CL", form).format(utcNs / 1e6);
}

export function msWords(us) {
  return _("{n} ms", { n: us < 10_000 ? (us / 1000).toFixed(1) : Math.round(us / 1000) });
}
