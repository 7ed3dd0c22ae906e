// Steps of every table: people, incidents, shoe, device tests.
import { pesos } from "../../lib/money.js";
import { _, choiceWords, faultWords, roleWords } from "../../lib/words.js";
import { list } from "./said.js";

export const TABLE = {
  Announced: (body) => `«${body.text}»`,
  BlockJudged: () => _("Se juzga la mezcla de los últimos sabots"),
  CardPutBack: () => _("Una carta vuelve al sabot"),
  CardUnreconciled: () => _("Carta sacada con la mesa detenida"),
  CardsInspected: (body) => _("Una máquina revisó {n} cartas", { n: body.counted }),
  CardsFedBack: (body) => _("{n} cartas vuelven a la barajadora", { n: body.number }),
  CctvAnswered: (body) => _("Respuesta de las cámaras: {what}", { what: body.answer }),
  CctvAsked: (body) => _("Consulta a las cámaras: {what}", { what: body.question }),
  CutCardSeen: () => _("Sale la carta de corte"),
  DeviceTestBegun: (body) => _("Empieza una prueba de {device}", { device: body.test.device }),
  DeviceTestEnded: (body) => _("Termina la prueba de {device}", { device: body.device }),
  DeviceTestRead: (body) => _("Lectura de la prueba de {device}", { device: body.device }),
  DeviceTestStepped: (body) => _("Prueba de {device}: paso {n}", { device: body.device, n: body.step }),
  EntryUndone: (body) => _("{who} deshizo la última entrada", { who: body.by }),
  IncidentCardKnown: () => _("Se conoce la carta del incidente"),
  IncidentOpened: (body) => _("Incidente {n}: {what}", { n: body.incident.id, what: faultWords(body.incident.code)?.meaning ?? body.incident.detail }),
  IncidentResolved: (body) => _("Incidente {n} resuelto: {what}", { n: body.id, what: [choiceWords(body.choice), signature(body.by, body.role), signature(body.also_by, body.also_role)].filter(Boolean).join(" · ") }),
  IncidentSigned: (body) => _("Incidente {n}: {who} firma {what}", { n: body.id, who: body.signature.by, what: choiceWords(body.signature.choice) }),
  InspectionSigned: (body) => _("{who} firma la revisión de las cartas", { who: body.operator }),
  LastPassesAnnounced: (body) => _("Últimos pases: {n}", { n: body.count }),
  LimitsChanged: (body) => _("Límites: {min} – {max}, por {who}", { min: pesos(body.minimum), max: pesos(body.maximum), who: body.by }),
  ObservationNoted: (body) => _("Observación de {who}: {what}", { who: body.by, what: body.text }),
  OverdrawNoted: () => _("Salió una carta de más"),
  PassEnded: (body) => _("Termina el pase {n}", { n: body.number }),
  PassFrozen: (body) => _("{who} congela el pase {n}", { who: body.by, n: body.number }),
  PassOpened: (body) => _("Empieza el pase {n}", { n: body.number }),
  PersonSeated: (body) => (body.position === "dealer" ? _("{who} toma la mesa", { who: body.person }) : _("{who} toma la supervisión", { who: body.person })),
  PreparationClosed: (body) => _("Preparación firmada por {who}, con {present}", { who: body.by, present: list(body.present) }),
  PreparationNoted: (body) => _("Preparación: {who} confirma un paso (art. {a})", { who: body.done.by, a: body.done.article }),
  RemainderTold: (body) => _("Quedaban {n} cartas en el sabot", { n: body.counted ?? body.cards.length }),
  RepairBegun: (body) => _("Empieza la mantención de {device}", { device: body.device }),
  RepairEnded: (body) => _("Termina la mantención de {device}", { device: body.device }),
  ShoeJudged: () => _("Se juzga la mezcla del sabot"),
  StrangePlugSeen: (body) => _("Responde otro dispositivo en el lugar de {device}", { device: body.device }),
  StrangerSeen: () => _("Aparece un dispositivo desconocido"),
  TableClosed: (body) => _("{who} cierra la mesa", { who: body.by }),
  TableOpened: (body) => _("{who} abre la mesa", { who: body.by }),
};

const signature = (who, role) => (who ? `${who} (${roleWords(role)})` : "");
