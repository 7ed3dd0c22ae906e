// The hour of the table's zone, drawn again each second.
import { useEffect, useState } from "preact/hooks";
import { tableTime } from "./live.js";

export function useHour(zone) {
  const [hour, setHour] = useState("");
  useEffect(() => {
    const show = () => setHour(hourIn(zone, tableTime()));
    show();
    const timer = setInterval(show, 1000);
    return () => clearInterval(timer);
  }, [zone]);
  return hour;
}

const HOUR = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

export const hourIn = (zone, ms) => new Intl.DateTimeFormat("es-CL", { ...HOUR, timeZone: zone }).format(ms);
export const secondIn = (zone, ms) => new Intl.DateTimeFormat("es-CL", { ...HOUR, second: "2-digit", timeZone: zone }).format(ms);
