// The half-moon itself: rail, cloth, the words woven into it. Games lay their own things on top.
import { html } from "../lib/html.js";
import { outline, wordsArc } from "./geometry.js";

export function Table({ shape, words = [], label, children }) {
  const { width, height } = shape;
  return html`<svg class=${`felt ${shape.name}`} viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${label}>
    <defs>
      <radialGradient id="cloth" gradientUnits="userSpaceOnUse" cx=${shape.cx} cy=${shape.cy + shape.ry * 0.3} r=${Math.max(shape.rx, shape.ry)}>
        <stop offset="0" class="cloth-light" />
        <stop offset="0.55" class="cloth-mid" />
        <stop offset="1" class="cloth-dark" />
      </radialGradient>
      <linearGradient id="rail" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#3b2a1f" />
        <stop offset="0.5" stop-color="#20160f" />
        <stop offset="1" stop-color="#120c08" />
      </linearGradient>
      <radialGradient id="glow">
        <stop offset="0" stop-color="#ffe9b0" stop-opacity="0.95" />
        <stop offset="0.35" stop-color="#ffcf5c" stop-opacity="0.5" />
        <stop offset="1" stop-color="#ffb300" stop-opacity="0" />
      </radialGradient>
      <pattern id="nap" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(28)">
        <path d="M0 0V6" stroke="#fff" stroke-opacity="0.022" stroke-width="2" />
      </pattern>
      <pattern id="weave" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="12" height="12" fill="#15264a" />
        <path d="M0 6H12M6 0V12" stroke="#e0bd7c" stroke-opacity="0.55" stroke-width="1.6" />
      </pattern>
      <path id="arc-0" d=${wordsArc(shape, 0.36)} />
      <path id="arc-1" d=${wordsArc(shape, 0.425)} />
    </defs>
    <path d=${outline(shape, 30)} fill="url(#rail)" class="rail" />
    <path d=${outline(shape, 4)} class="trim" />
    <path d=${outline(shape)} fill="url(#cloth)" />
    <path d=${outline(shape)} fill="url(#nap)" />
    <path d=${outline(shape, -16)} class="stitch" />
    ${words.slice(0, 2).map(
      (line, index) => html`<text class=${`woven line-${index}`}><textPath href=${`#arc-${index}`} startOffset="50%">${line}</textPath></text>`,
    )}
    ${children}
  </svg>`;
}
