import { mistakesBetween } from '../kernel/texts/nearest-word.ts';
import { emailKey } from './email.ts';

const lettersMax = 320;

/** Returns at most `countMax` known emails that are similar to a typed one, the most similar first. */
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

/** Typing errors; a name that is part of another counts as one error. */
function distanceBetween(wanted: string, email: string): number {
  const name = nameOf(wanted);
  const isPart = name.length >= 3 && nameOf(email).includes(name);
  return isPart ? 1 : mistakesBetween(wanted, email);
}

function nameOf(email: string): string {
  return email.split('@', 1)[0] ?? '';
}
