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

export function hourIn(zone, ms) {
  return new Intl.DateTimeFormat("es-CL", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone }).format(ms);
}
