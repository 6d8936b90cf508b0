import type { GrantedKind } from '../kernel/records/record-kind.ts';
import { emailKey } from '../roster/email.ts';
import type { ControlChange, Direction } from './control-change.ts';
import {
  type AllowanceOrder,
  decideException,
  type ExceptionOrder,
  exceptionStatus,
  type ExceptionStatus,
  isUnder,
} from './control-exception.ts';
import type { Json } from './json.ts';
import type { Actor } from './revision.ts';

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

export type AnnouncementOrder = AllowanceOrder<Announcement>;

export const announcementKind: GrantedKind<Pick<AnnouncementOrder, 'pattern'>, AnnouncementOrder> = {
  name: 'announcement',
  plainKey: ({ pattern }) => ({ pattern }),
  plain: (order) => order,
  subject: ({ pattern }) => pattern,
  title: ({ pattern }) => `the announcement of ${pattern}`,
  sets: ['values'],
};

export interface AnnouncementProblem {
  readonly field: keyof AnnouncementOrder;
  readonly problem: string;
}

type AnnouncementDecision =
  | { readonly kind: 'accepted'; readonly order: AnnouncementOrder }
  | { readonly kind: 'refused'; readonly problems: readonly AnnouncementProblem[] };

const valuesMax = 100;
const valueLengthMax = 500;

const sameFields = {
  pattern: 'pattern',
  owner: 'by',
  ticket: 'ticket',
  reason: 'note',
  from: 'until',
  expires: 'until',
} as const;

/** Validates an order that holds from an instant in Unix milliseconds. Returns it trimmed, or all its problems. */
export function decideAnnouncement(order: AnnouncementOrder, atMs: number): AnnouncementDecision {
  const { pattern, by, values, ticket, note, until } = order;
  // Shared fields are checked in one place; optional ones get placeholders there.
  const like: ExceptionOrder = {
    pattern,
    owner: by ?? 'anybody@example.com',
    ticket,
    reason: note.trim() === '' ? 'none' : note,
    from: new Date(atMs).toISOString(),
    expires: until,
  };
  const decision = decideException(like, atMs);
  const same = decision.kind === 'refused' ? decision.problems : [];
  const ofValues = [
    ...(values.length > valuesMax ? [`holds too many; give at most ${valuesMax}`] : []),
    ...(values.some(({ length }) => length > valueLengthMax)
      ? [`is too long; give at most ${valueLengthMax} characters`]
      : []),
  ];
  const problems: readonly AnnouncementProblem[] = [
    ...same.map(({ field, problem }) => ({ field: sameFields[field], problem })),
    ...ofValues.map((problem) => ({ field: 'values', problem }) as const),
  ];
  if (problems.length > 0) {
    return { kind: 'refused', problems };
  }
  return {
    kind: 'accepted',
    order: {
      ...order,
      pattern: pattern.trim(),
      ...(by === undefined ? {} : { by: emailKey(by) }),
      ticket: ticket.trim(),
      note: note.trim(),
      until: until.trim(),
    },
  };
}
