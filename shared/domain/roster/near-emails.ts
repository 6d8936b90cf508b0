import { emailKey } from './email.ts';

const lettersMax = 320;

/** Known emails that are similar to what was typed, the most similar first, at most `countMax`. */
export function nearEmails(wanted: string, known: readonly string[], countMax: number): readonly string[] {
  const key = emailKey(wanted).slice(0, lettersMax);
  const worstDistance = Math.max(2, Math.floor(key.length / 5));
  return known
    .map((email) => ({ email, distance: distanceBetween(key, emailKey(email).slice(0, lettersMax)) }))
    .filter(({ distance }) => distance <= worstDistance)
    .toSorted((a, b) => a.distance - b.distance || (a.email < b.email ? -1 : Number(a.email > b.email)))
    .slice(0, countMax)
    .map(({ email }) => email);
}

/** Letters typed wrong; a name that is part of another is as near as one wrong letter. */
function distanceBetween(wanted: string, email: string): number {
  const name = nameOf(wanted);
  const isPart = name.length >= 3 && nameOf(email).includes(name);
  return isPart ? 1 : editDistance(wanted, email);
}

function nameOf(email: string): string {
  return email.split('@', 1)[0] ?? '';
}

/** How many letters must be put in, left out or replaced to make one text the other. */
function editDistance(first: string, second: string): number {
  let row = Array.from({ length: second.length + 1 }, (_, index) => index);
  for (let index = 0; index < first.length; index += 1) {
    const next = [index + 1];
    for (let column = 0; column < second.length; column += 1) {
      const replaced = (row[column] ?? 0) + Number(first[index] !== second[column]);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
