// What a path answers, asked again and again; what it said last stays while nobody answers.
import { useEffect, useState } from "preact/hooks";
import { read } from "../lib/orders.js";

export function usePolled(path, everyMs) {
  const [told, setTold] = useState(null);
  useEffect(() => {
    let over = false;
    let timer = 0;
    const look = async () => {
      const found = document.hidden ? null : await read(path);
      if (over) return;
      if (found) setTold(found);
      timer = setTimeout(look, everyMs);
    };
    setTold(null);
    look();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [path, everyMs]);
  return told;
}
