// The felt: the table as everybody may see it.
import { render } from "preact";
import { Felt } from "../felt/picture.js";
import { html } from "../lib/html.js";
import { isFresh, useLive } from "../lib/live.js";
import { useMedia } from "../lib/media.js";
import { Foot } from "../parts/foot.js";
import { Hold } from "../parts/hold.js";
import { TopBar } from "../parts/topbar.js";

function Page() {
  const live = useLive();
  const tall = useMedia("(max-aspect-ratio: 1/1)");
  const held = live.picture?.picture.state === "held";
  return html`<div class=${`felt-page ${isFresh() ? "" : "old"} ${held ? "held" : ""}`}>
    <${TopBar} live=${live} />
    <${Hold} live=${live} />
    <main class="live-felt"><${Felt} live=${live} tall=${tall} /></main>
    <${Foot} live=${live} />
  </div>`;
}

render(html`<${Page} />`, document.getElementById("page"));
