import { anything, oneCharacter, withinPart } from './glob.ts';

/** Longer patterns are assumed to overlap. */
const stepsMax = 1_000_000;

const wild = new RegExp(`[${anything}${withinPart}${oneCharacter}]`, 'u');

/** Whether some text may match both patterns. Errs on the side of true. */
export function globsMeet(one: string, other: string): boolean {
  if (!wild.test(one) && !wild.test(other)) {
    return one === other;
  }
  if (one.length * other.length > stepsMax) {
    return true;
  }
  let row = startRow(other);
  for (const symbol of one) {
    row = nextRow(row, symbol, other);
  }
  return row[other.length] === true;
}

/** reached[n]: the part of one pattern seen so far and the first n symbols of the other have a text in common. */
function startRow(other: string): readonly boolean[] {
  const row = [true];
  for (const symbol of other) {
    row.push(row.at(-1) === true && isOpen(symbol));
  }
  return row;
}

function nextRow(row: readonly boolean[], symbol: string, other: string): readonly boolean[] {
  const next = [row[0] === true && isOpen(symbol)];
  for (let at = 1; at < row.length; at += 1) {
    const their = other.charAt(at - 1);
    const isSkipped = (isOpen(symbol) && row[at] === true) || (isOpen(their) && next[at - 1] === true);
    const isMatched = row[at - 1] === true && areAlike(symbol, their);
    const isSwallowed = (isOpen(symbol) && next[at - 1] === true) || (isOpen(their) && row[at] === true);
    next.push(isSkipped || isMatched || isSwallowed);
  }
  return next;
}

function isOpen(symbol: string): boolean {
  return symbol === anything || symbol === withinPart;
}

function areAlike(a: string, b: string): boolean {
  return a === b || isOpen(a) || isOpen(b) || a === oneCharacter || b === oneCharacter;
}
