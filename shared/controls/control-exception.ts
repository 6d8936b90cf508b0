import type { GrantedKind } from '../kernel/records/record-kind.ts';
import { matchesWildcard, starProblem } from '../kernel/texts/wildcard.ts';
import { msPerDay } from '../kernel/time/day.ts';
import { emailCharsMax, emailKey, isOneEmail } from '../roster/email.ts';
import type { ControlPlace } from './control-change.ts';

export interface ControlException {
  readonly id: string;
  /** A path (`sandbox.enabled`), a field (`customModels[].baseUrl`), or either with `*`; covers all below it. */
  readonly pattern: string;
  readonly owner: string;
  readonly ticket: string;
  readonly reason: string;
  /** ISO instants; `expires` is exclusive. */
  readonly from: string;
  readonly expires: string;
  readonly createdBy: string;
  readonly createdAt: string;
  /** ISO instant at which it was ended early: it has no effect afterwards. */
  readonly endedAt?: string;
  readonly version: number;
}

export type ExceptionStatus = 'upcoming' | 'in-force' | 'expired' | 'ended';

/** Returns the status of an exception at an instant in Unix milliseconds. */
export function exceptionStatus({ from, expires, endedAt }: ControlException, atMs: number): ExceptionStatus {
  if (endedAt !== undefined && Date.parse(endedAt) <= atMs) {
    return Date.parse(expires) <= Date.parse(endedAt) ? 'expired' : 'ended';
  }
  if (atMs < Date.parse(from)) {
    return 'upcoming';
  }
  return atMs < Date.parse(expires) ? 'in-force' : 'expired';
}

/** Returns the exception that covers a change at an instant in Unix milliseconds: the longest-lasting one. */
export function exceptionFor(
  change: ControlPlace,
  exceptions: readonly ControlException[],
  atMs: number,
): ControlException | undefined {
  const inForce = exceptions.filter(
    (each) => exceptionStatus(each, atMs) === 'in-force' && isUnder(each.pattern, change),
  );
  return inForce.toSorted((a, b) => Date.parse(b.expires) - Date.parse(a.expires) || (a.id < b.id ? -1 : 1))[0];
}

/** Whether a change is at or below a pattern, by its path or its field. */
export function isUnder(pattern: string, { path, field }: ControlPlace): boolean {
  const patterns = [pattern, `${pattern}.*`, `${pattern}[*`];
  return [path, field].some((name) => patterns.some((each) => matchesWildcard(name, each)));
}

export interface ExpiredException {
  readonly exception: ControlException;
  readonly expiredAt: string;
}

/** Returns exceptions that expired after one instant and not after another, in Unix milliseconds, earliest first. */
export function expiredBetween(
  exceptions: readonly ControlException[],
  fromMs: number,
  untilMs: number,
): readonly ExpiredException[] {
  return exceptions
    .filter((each) => {
      const expiresMs = Date.parse(each.expires);
      return expiresMs > fromMs && expiresMs <= untilMs && exceptionStatus(each, expiresMs) === 'expired';
    })
    .map((exception) => ({ exception, expiredAt: exception.expires }))
    .toSorted(
      (a, b) => Date.parse(a.expiredAt) - Date.parse(b.expiredAt) || (a.exception.id < b.exception.id ? -1 : 1),
    );
}

type Noted = Pick<ControlException, 'id' | 'createdBy' | 'createdAt' | 'endedAt' | 'version'>;

export type AllowanceOrder<Grant extends Noted> = Omit<Grant, keyof Noted>;

export type ExceptionOrder = AllowanceOrder<ControlException>;

export function allowanceTerms<Grant extends Noted>(grant: Grant): AllowanceOrder<Grant> {
  const { id: _id, createdBy: _by, createdAt: _at, endedAt: _endedAt, version: _version, ...terms } = grant;
  return terms;
}

export const exceptionKind: GrantedKind<Pick<ExceptionOrder, 'pattern'>, ExceptionOrder> = {
  name: 'exception',
  plainKey: ({ pattern }) => ({ pattern }),
  plain: (order) => order,
  subject: ({ pattern }) => pattern,
  title: ({ pattern }) => `the exception of ${pattern}`,
};

export interface ExceptionProblem {
  readonly field: keyof ExceptionOrder;
  readonly problem: string;
}

type ExceptionDecision =
  | { readonly kind: 'accepted'; readonly order: ExceptionOrder }
  | { readonly kind: 'refused'; readonly problems: readonly ExceptionProblem[] };

const lengthsMax = { pattern: 200, owner: emailCharsMax, ticket: 100, reason: 500 } as const;
/** Exceptions need a review at least this often. */
const lengthDaysMax = 366;

/** An ISO instant in UTC, as `toISOString` writes it, with or without milliseconds. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/u;
const control = /\p{Cc}/u;

/**
 * Validates an order for an exception at an instant in Unix milliseconds. Returns it trimmed, with the owner in the
 * matching form; or all its problems. An exception never covers everything, always expires, and always has a
 * responsible person.
 */
export function decideException(order: ExceptionOrder, atMs: number): ExceptionDecision {
  const clean: ExceptionOrder = {
    pattern: order.pattern.trim(),
    owner: emailKey(order.owner),
    ticket: order.ticket.trim(),
    reason: order.reason.trim(),
    from: order.from.trim(),
    expires: order.expires.trim(),
  };
  const problems = [
    ...(['pattern', 'owner', 'ticket', 'reason'] as const).flatMap((field) => problemsOfText(field, clean[field])),
    ...problemsOfReach(clean),
    ...problemsOfTime(clean, atMs),
  ];
  return problems.length === 0 ? { kind: 'accepted', order: clean } : { kind: 'refused', problems };
}

function problemsOfText(field: keyof typeof lengthsMax, text: string): readonly ExceptionProblem[] {
  const lengthMax = lengthsMax[field];
  if (text === '') {
    return [{ field, problem: `is empty; give 1 to ${lengthMax} characters` }];
  }
  if (text.length > lengthMax) {
    return [{ field, problem: `is too long; give at most ${lengthMax} characters` }];
  }
  return control.test(text) ? [{ field, problem: 'holds a control character; write it in one line' }] : [];
}

function problemsOfReach({ pattern, owner }: ExceptionOrder): readonly ExceptionProblem[] {
  const isNothing = pattern !== '' && !/^\w+(?:[.[]|$)/u.test(pattern);
  const stars = starProblem(pattern);
  const isEmail = owner === '' || isOneEmail(owner);
  return [
    ...(isNothing
      ? [{ field: 'pattern', problem: 'begins with no field; name at least the first, such as sandbox.*' } as const]
      : []),
    ...(stars === undefined ? [] : [{ field: 'pattern', problem: stars } as const]),
    ...(isEmail ? [] : [{ field: 'owner', problem: 'is not an email; give that of who answers for it' } as const]),
  ];
}

function problemsOfTime({ from, expires }: ExceptionOrder, atMs: number): readonly ExceptionProblem[] {
  const odd = (['from', 'expires'] as const).filter((field) => !isInstant({ from, expires }[field]));
  if (odd.length > 0) {
    return odd.map((field) => ({ field, problem: 'is not an instant; give it in UTC as 2026-03-31T18:00:00Z' }));
  }
  const [fromMs, expiresMs] = [Date.parse(from), Date.parse(expires)];
  if (expiresMs <= fromMs) {
    return [{ field: 'expires', problem: 'is not after its beginning; give a later instant' }];
  }
  if (expiresMs <= atMs) {
    return [{ field: 'expires', problem: 'is over already; give an instant that is yet to come' }];
  }
  return expiresMs - fromMs > lengthDaysMax * msPerDay
    ? [
        {
          field: 'expires',
          problem: `is more than ${lengthDaysMax} days after its beginning; give an earlier instant and renew it`,
        },
      ]
    : [];
}

function isInstant(text: string): boolean {
  const ms = instant.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 19) === text.slice(0, 19);
}
