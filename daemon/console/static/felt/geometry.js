// Where things lie on the half-moon. The dealer stands at the flat side, on top; players sit round the arc.

const WIDE = { name: "wide", width: 1600, height: 900, cx: 800, cy: 96, rx: 742, ry: 742, seatIn: 0.868, cardsIn: 0.6, crowdIn: 0.655, scale: 1, spread: 79 };
const TALL = { name: "tall", width: 900, height: 1420, cx: 450, cy: 110, rx: 424, ry: 1260, seatIn: 0.88, cardsIn: 0.6, crowdIn: 0.66, scale: 1.25, spread: 74 };

export const shapeFor = (tall) => (tall ? TALL : WIDE);

// A point at `degrees` from straight down, `reach` of the way out from the middle of the flat side.
export function at(shape, degrees, reach) {
  const angle = (degrees * Math.PI) / 180;
  return { x: shape.cx + shape.rx * reach * Math.sin(angle), y: shape.cy + shape.ry * reach * Math.cos(angle) };
}

const CROWD = 8;
const ELBOW = 6;
const HAND_HEIGHT = 126;
const SPOT = 48;
const CLEAR_OF_SPOT = 104;
const MOST_ROOM = 300;

// Seats in the rulebook's numbering, each with the room its hands have beside those of its neighbours. `firstAt`: at which hand of the dealer seat 1 is; his left is our right.
export function seatPlaces(shape, count, firstAt, spread = shape.spread) {
  const side = firstAt === "left" ? 1 : -1;
  const reach = count < CROWD ? shape.cardsIn : shape.crowdIn;
  const places = Array.from({ length: count }, (_unused, index) => {
    const share = count === 1 ? 0 : 1 - (2 * index) / (count - 1);
    const degrees = side * share * spread;
    return { number: index + 1, degrees, spot: at(shape, degrees, shape.seatIn), cards: at(shape, degrees, reach) };
  });
  return places.map((place, index) => ({ ...place, room: roomBeside(shape, place, [places[index - 1], places[index + 1]]) }));
}

// How wide a hand may be: no wider than the way to its neighbours, unless they lie clear above or below it; nor may it reach its own spot.
function roomBeside(shape, place, neighbours) {
  const ways = neighbours.filter(Boolean).map(({ cards }) => {
    const across = Math.abs(cards.x - place.cards.x);
    const down = Math.abs(cards.y - place.cards.y);
    return down >= HAND_HEIGHT * shape.scale ? Math.max(across, down) : across;
  });
  const spotAway = Math.abs(place.spot.y - place.cards.y) >= CLEAR_OF_SPOT * shape.scale ? Infinity : 2 * (Math.abs(place.spot.x - place.cards.x) - SPOT * shape.scale);
  return Math.min(MOST_ROOM * shape.scale, spotAway, ...ways) - ELBOW;
}

export function outline(shape, grow = 0) {
  const { cx, cy, rx, ry } = shape;
  const left = cx - rx - grow;
  const right = cx + rx + grow;
  const top = cy - 34 - grow;
  return `M ${left} ${top} L ${right} ${top} L ${right} ${cy} A ${rx + grow} ${ry + grow} 0 0 1 ${left} ${cy} Z`;
}

// An arc words can run along, read from the players' side.
export function wordsArc(shape, reach, from = -60, to = 60) {
  const a = at(shape, from, reach);
  const b = at(shape, to, reach);
  return `M ${a.x} ${a.y} A ${shape.rx * reach} ${shape.ry * reach} 0 0 0 ${b.x} ${b.y}`;
}
