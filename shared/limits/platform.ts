import * as z from 'zod';

import type { BatchOutcome, LimitEntry, LimitWriter } from '../enforcement/ports.ts';
import { shownWords } from '../kernel/platform/http/answer/shown-words.ts';
import type { Endpoint } from '../kernel/platform/http/endpoint.ts';
import type { PlatformHttp } from '../kernel/platform/http/http.ts';
import { failedWrite, raiseAsPortError } from '../kernel/platform/port-error.ts';
import { emailAddress } from '../kernel/platform/reading/fields.ts';
import type { ResponseAnomalies } from '../kernel/platform/reading/findings.ts';
import { readRows, refuseIfNoneRead } from '../kernel/platform/reading/rows.ts';
import type { CallOptions } from '../kernel/platform/requests/page-request.ts';
import { strictRequest } from '../kernel/platform/requests/strict-request.ts';
import { emailKey } from '../roster/email.ts';
import type { RowOutcome } from './limit-record.ts';

type TurnedAway =
  /** Its entries get an unknown outcome, so that the next run sends them again. */
  | 'unknown'
  /** Throw PlatformUnavailableError, for a run that can wait. */
  | 'raise';

/** The limits PUT: every entry gets an outcome, whatever the answer. */
export function platformLimitWriter(
  client: { setUserLimits(limits: readonly UserLimit[]): Promise<UserLimitsResult> },
  turnedAway: TurnedAway = 'unknown',
): LimitWriter {
  return {
    async setLimits(entries) {
      try {
        const result = await client.setUserLimits(
          entries.map(({ email, limitCredits }) => ({ email, limit: limitCredits })),
        );
        return { kind: 'answered', rows: rowOutcomes(entries, result) };
      } catch (error) {
        return batchOutcome(error, turnedAway);
      }
    },
  };
}

function rowOutcomes(entries: readonly LimitEntry[], result: UserLimitsResult): readonly RowOutcome[] {
  const updated = new Set(result.updated.map(({ email }) => email));
  const errors = new Map(result.errors.map(({ email, error }) => [email, error]));
  return entries.map(({ email }): RowOutcome => {
    const refusal = errors.get(email);
    if (updated.has(email)) {
      return { kind: 'done' };
    }
    return refusal === undefined
      ? { kind: 'unknown', problem: 'the answer of the platform does not say what became of this user' }
      : { kind: 'failed', problem: refusal };
  });
}

function batchOutcome(error: unknown, turnedAway: TurnedAway): BatchOutcome {
  const failed = failedWrite(error);
  if (failed.kind !== 'put-off') {
    return failed;
  }
  // Unreached entries are `unknown` too, so that the next run sends them again.
  return failed.error.kind === 'rate-limited' && turnedAway === 'raise'
    ? raiseAsPortError(error)
    : { kind: 'unknown', problem: failed.problem };
}

// Limits are absolute, so a request whose answer was lost may be repeated.
const endpoint: Endpoint = {
  method: 'PUT',
  host: 'base',
  path: '/api/v0/organization/usage/limits/users',
  purpose: 'limits',
  idempotent: true,
};

/** Section "User credit limit entry". The range of `limit` is not documented; Curfew sends whole credits, also 0. */
const entry = z.strictObject({ email: emailAddress, limit: z.int().min(0) });

/** Section "PUT /api/v0/organization/usage/limits/users": 1 to 100 entries, each identifying a user by email. */
const request = z.array(entry).min(1).max(100).superRefine(refuseRepeatedEmails);

const response = z.object({ updated: z.array(z.unknown()), errors: z.array(z.unknown()) });
const updatedEntry = z.object({ email: z.string().min(1), limit: z.number() });
const errorEntry = z
  .object({ email: z.string().min(1), error: z.string() })
  .transform(({ email, error }) => ({ email, error: shownWords(error) }));

/** One user's limit, in Standard Credits over the platform's window. */
type UserLimit = Readonly<z.output<typeof entry>>;
type UserLimitError = Readonly<z.output<typeof errorEntry>>;

/** The outcome of each entry. Every sent email is in exactly one of the first four lists, spelt as sent. */
interface UserLimitsResult extends ResponseAnomalies {
  readonly updated: readonly UserLimit[];
  readonly errors: readonly UserLimitError[];
  /** In neither list of the answer: outcome unknown. */
  readonly missing: readonly string[];
  /** In both lists, or confirmed with another limit: the limit in force is unknown. */
  readonly contradictory: readonly string[];
  /** In the answer although not sent. */
  readonly unexpected: readonly string[];
}

/**
 * Sets the credit limits of 1 to 100 users. Throws PlatformRequestError before sending when a rule is broken, and
 * PlatformError otherwise; with `outcomeUnknown` limits may have been set.
 */
export async function setUserLimits(
  http: PlatformHttp,
  limits: readonly UserLimit[],
  { signal }: CallOptions = {},
): Promise<UserLimitsResult> {
  const { users } = strictRequest(endpoint, z.strictObject({ users: request }), { users: limits });
  const answer = await http.request({ endpoint, body: { users }, schema: response, signal });
  const { updated, errors } = answer.value;
  const readUpdated = readRows(answer, { path: 'updated', items: updated, schema: updatedEntry });
  const readErrors = readRows(answer, { path: 'errors', items: errors, schema: errorEntry });
  refuseIfNoneRead(answer, updated.length + errors.length, readUpdated.length + readErrors.length);
  const sorted = sortLimitAnswers(users, {
    updated: readUpdated.map(([row]) => row),
    errors: readErrors.map(([row]) => row),
  });
  return { ...sorted, ...answer.findings.close() };
}

function refuseRepeatedEmails(entries: readonly UserLimit[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  entries.forEach(({ email }, index) => {
    const key = email.toLowerCase();
    if (seen.has(key)) {
      context.addIssue({ code: 'custom', path: [index, 'email'], message: 'names a user twice' });
    }
    seen.add(key);
  });
}

type LimitAnswers = { readonly updated: readonly UserLimit[]; readonly errors: readonly UserLimitError[] };

/** Compares the platform's lists with what was sent, so that wrong counts show. Emails match regardless of case. */
export function sortLimitAnswers(
  sent: readonly UserLimit[],
  answers: LimitAnswers,
): Omit<UserLimitsResult, keyof ResponseAnomalies> {
  const answered = byEmail(answers);
  const updated: UserLimit[] = [];
  const errors: UserLimitError[] = [];
  const missing: string[] = [];
  const contradictory: string[] = [];
  for (const { email, limit } of sent) {
    const { limits, refusals } = answered.get(emailKey(email)) ?? { limits: [], refusals: [] };
    const [error] = refusals;
    if (error === undefined && limits.length === 0) {
      missing.push(email);
    } else if (error !== undefined && limits.length === 0) {
      errors.push({ email, error });
    } else if (error === undefined && limits.every((set) => set === limit)) {
      updated.push({ email, limit });
    } else {
      contradictory.push(email);
    }
  }
  const sentKeys = new Set(sent.map(({ email }) => emailKey(email)));
  const unexpected = [...answered.keys()].filter((email) => !sentKeys.has(email));
  return { updated, errors, missing, contradictory, unexpected };
}

interface LimitAnswer {
  readonly limits: number[];
  readonly refusals: string[];
}

function byEmail({ updated, errors }: LimitAnswers): Map<string, LimitAnswer> {
  const answered = new Map<string, LimitAnswer>();
  const of = (email: string): LimitAnswer => {
    const entry = answered.get(emailKey(email)) ?? { limits: [], refusals: [] };
    answered.set(emailKey(email), entry);
    return entry;
  };
  updated.forEach(({ email, limit }) => of(email).limits.push(limit));
  errors.forEach(({ email, error }) => of(email).refusals.push(error));
  return answered;
}
