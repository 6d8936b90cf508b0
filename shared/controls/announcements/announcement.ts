import { emailKey } from '../../roster/email.ts';
import type { ControlChange, Direction } from '../control-change.ts';
import { exceptionStatus, isUnder, type ExceptionStatus } from '../exceptions/control-exception.ts';
import type { Json } from '../json.ts';
import type { Actor } from '../revision.ts';

export interface Announcement {
  readonly id: string;
  /** A path, a field, or either with `*`, as in an exception; includes everything below it. */
  readonly pattern: string;
  readonly direction?: Direction;
  /** The entries that come or go, or the exact new value; none: any. */
  readonly values: readonly string[];
  /** The email of the person who will make the change, in its matching form; absent: any person. */
  readonly by?: string;
  readonly ticket: string;
  readonly note: string;
  /** ISO instant; a change at it or later is not announced. */
  readonly until: string;
  readonly createdBy: string;
  /** ISO instant; no earlier change is announced. */
  readonly createdAt: string;
  readonly endedAt?: string;
  readonly version: number;
}

interface ChangeMade {
  readonly actor: Actor;
  readonly atMs: number;
}

export function announcementStatus(announcement: Announcement, atMs: number): ExceptionStatus {
  const { pattern, ticket, note: reason, createdAt: from, until: expires } = announcement;
  return exceptionStatus({ ...announcement, pattern, ticket, reason, owner: '', from, expires }, atMs);
}

export type Match =
  | { readonly kind: 'announced'; readonly announcement: Announcement }
  | { readonly kind: 'in-part'; readonly announcement: Announcement; readonly values: readonly string[] }
  | { readonly kind: 'beyond'; readonly announcement: Announcement; readonly reasons: readonly string[] };

/** Returns the announcement that covers most of a change; undefined if its control was never announced. */
export function matchOf(
  change: ControlChange,
  announcements: readonly Announcement[],
  made: ChangeMade,
): Match | undefined {
  const matches = announcements.flatMap((each) =>
    isUnder(each.pattern, change) ? [matchWith(change, each, made)] : [],
  );
  return (['announced', 'in-part', 'beyond'] as const)
    .map((kind) => matches.find((match) => match.kind === kind))
    .find((match) => match !== undefined);
}

function matchWith(change: ControlChange, announcement: Announcement, { actor, atMs }: ChangeMade): Match {
  const { direction, by, values } = announcement;
  const status = announcementStatus(announcement, atMs);
  const reasons = [
    ...(status === 'in-force' ? [] : [timeReasons[status]]),
    ...(direction === undefined || direction === change.direction
      ? []
      : [`it is ${change.direction}, not ${direction}`]),
    ...(by === undefined || emailKey(actor.email ?? '') === by ? [] : ['another person made it']),
  ];
  if (reasons.length > 0) {
    return { kind: 'beyond', announcement, reasons };
  }
  const moved = valuesOf(change);
  const said = moved.filter((value) => values.includes(value));
  if (values.length === 0 || said.length === moved.length) {
    return { kind: 'announced', announcement };
  }
  return said.length === 0
    ? { kind: 'beyond', announcement, reasons: ['it is another value'] }
    : { kind: 'in-part', announcement, values: said };
}

const timeReasons = {
  upcoming: 'it was made before it was announced',
  expired: 'it was made after the time that was announced',
  ended: 'the announcement was taken back before',
} as const satisfies Record<Exclude<ExceptionStatus, 'in-force'>, string>;

function valuesOf({ added, removed, after }: ControlChange): readonly string[] {
  const moved = [...added, ...removed];
  return moved.length > 0 ? moved : [wordOf(after)];
}

function wordOf(value: Json | undefined): string {
  return value === undefined || value === null ? 'unset' : typeof value === 'string' ? value : JSON.stringify(value);
}

export function describeAnnouncement({ ticket, createdBy }: Announcement): string {
  return `announced under ${ticket} by ${createdBy}`;
}
