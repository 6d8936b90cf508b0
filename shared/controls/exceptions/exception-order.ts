import type { GrantedKind } from '../../kernel/records/record-kind.ts';
import { starProblem } from '../../kernel/texts/wildcard.ts';
import { msPerDay } from '../../kernel/time/day.ts';
import { emailCharsMax, emailKey, isOneEmail } from '../../roster/email.ts';
import type { ControlException } from './control-exception.ts';

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
