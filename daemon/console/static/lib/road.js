// The plates players read: results in the order they came, folded into columns.
export const ROWS = 6;

// The bead plate: every result, top to bottom, then right.
export function beads(results, columns) {
  const full = Math.ceil(results.length / ROWS) * ROWS;
  const from = Math.max(0, full - columns * ROWS);
  return results.slice(from).map((one, index) => ({ ...one, column: Math.floor(index / ROWS), row: index % ROWS }));
}

// The big road: a new column when the winner changes; a column that reaches the bottom or another turns right. A tie
// is a stroke on the result before it.
export function bigRoad(results) {
  const taken = new Set();
  const placed = [];
  let start = -1;
  let before = null;
  let ties = 0;
  for (const one of results) {
    if (one.result === "tie") {
      if (before) before.ties += 1;
      else ties += 1;
      continue;
    }
    const at = before && before.result === one.result ? follow(before, taken) : { column: (start += 1), row: 0 };
    if (!before || before.result !== one.result) while (taken.has(`${at.column},0`)) at.column = start += 1;
    before = { ...one, ...at, ties };
    ties = 0;
    taken.add(`${at.column},${at.row}`);
    placed.push(before);
  }
  return placed;
}

function follow(before, taken) {
  const down = { column: before.column, row: before.row + 1 };
  const free = down.row < ROWS && !taken.has(`${down.column},${down.row}`) && !before.turned;
  return free ? down : { column: before.column + 1, row: before.row, turned: true };
}

export function tally(results) {
  const count = { punto: 0, bank: 0, tie: 0 };
  for (const one of results) count[one.result] += 1;
  return count;
}
