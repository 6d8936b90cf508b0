import type { Severity } from '../../notifications/severity.ts';
import { emailKey } from '../../roster/email.ts';
import type { ControlChange } from '../control-change.ts';
import type { Actor, Revision } from '../revision.ts';

export interface Step {
  readonly revision: Revision;
  readonly changes: readonly ControlChange[];
}

export type FindingKind =
  | 'self-grant'
  | 'key-with-address'
  | 'loosened-then-restored'
  | 'rolled-back'
  | 'many-steps'
  | 'split-change'
  | 'overwritten';

/** What several changes, or a change and its author, mean together. It contains no value of a setting. */
export interface Finding {
  readonly kind: FindingKind;
  readonly severity: Severity;
  readonly sentence: string;
  /** Ascending; the last one completed it. */
  readonly revisions: readonly number[];
  readonly actor: Actor;
}

const nameLengthMax = 80;

/** Returns a person's id, else their email; undefined for an unknown person. */
export function actorKey({ id, email }: Actor): string | undefined {
  if (id !== undefined && id.trim() !== '') {
    return `id ${id.trim()}`;
  }
  return email === undefined || emailKey(email) === '' ? undefined : `email ${emailKey(email)}`;
}

/** Whether two actors are certainly one person; never for an unknown one. */
export function isSameActor(one: Actor, other: Actor): boolean {
  const key = actorKey(one);
  return key !== undefined && key === actorKey(other);
}

export function nameOfActor({ name, email, id }: Actor): string {
  const known = [name, email, id]
    .map((text) => text?.replaceAll(/\s+/gu, ' ').trim())
    .find((text) => text !== undefined && text !== '');
  if (known === undefined) {
    return 'a person whom the platform does not name';
  }
  return known.length > nameLengthMax ? `${known.slice(0, nameLengthMax - 1).toWellFormed()}…` : known;
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** Describes a duration in its two largest units: `2 hours 5 minutes`. */
export function describeSpan(spanMs: number): string {
  const first = units.findIndex(([, unitMs]) => spanMs >= unitMs);
  if (first === -1) {
    return 'less than a second';
  }
  let restMs = spanMs;
  const words: string[] = [];
  for (const [name, unitMs] of units.slice(first, first + 2)) {
    const count = Math.floor(restMs / unitMs);
    restMs -= count * unitMs;
    if (count > 0) {
      words.push(`${count} ${name}${count === 1 ? '' : 's'}`);
    }
  }
  return words.join(' ');
}

/** Milliseconds between two ISO instants, not negative; undefined for an invalid one. */
export function spanMs(from: string, until: string): number | undefined {
  const span = Date.parse(until) - Date.parse(from);
  return Number.isNaN(span) ? undefined : Math.max(0, span);
}
