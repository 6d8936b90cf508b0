import type { WindowKind } from '../budgets/window.ts';
import type { JournalEntry, JournalKind } from '../journal/journal-entry.ts';
import { addDays, type Day } from '../kernel/time/day.ts';

export const requestLimits = {
  reasonCharsMax: 300,
  /** The latest possible last day, in days from now. */
  daysMax: 92,
  /** Undecided requests per person. */
  openMax: 2,
  asksPerDayMax: 4,
  openDaysMax: 14,
  remindDays: 3,
  /** Days for which a link to ask works; a link to decide works while its request may be open. */
  linkDaysMax: 14,
} as const;

export const requestStates = ['asked', 'approved', 'less', 'denied', 'withdrawn'] as const;
type RequestState = (typeof requestStates)[number];

/** `expired`: not decided in time. */
type RequestStatus = RequestState | 'expired';

export interface CreditRequest {
  /** Begins with the month, `2026-03-…`, by which it is found. */
  readonly id: string;
  readonly userId: string;
  /** In its matching form. */
  readonly email: string;
  /** The budget that stopped or warned them; absent when they asked without a mail. */
  readonly about?: RequestedBudget;
  /** Standard Credits, 1 or more. */
  readonly credits: number;
  readonly until: Day;
  readonly reason: string;
  readonly askedAt: string;
  readonly state: RequestState;
  readonly decision?: RequestDecision;
  readonly version: number;
}

export interface RequestedBudget {
  /** `team:web`, `default`; absent for the ceiling of all limits, and for a leftover limit. */
  readonly scope?: string;
  readonly window: WindowKind;
  readonly through: Day;
}

interface RequestDecision {
  readonly by: string;
  readonly at: string;
  readonly reason?: string;
  readonly rule?: string;
  readonly credits?: number;
  readonly topUpId?: string;
  /** Where less than all of it could be used when it was approved; as of that moment. */
  readonly effect?: GivenEffect;
}

/** What an approval gave at its moment. `because` is for the person: it tells no amounts of pools. */
export interface GivenEffect {
  readonly nowCredits: number;
  readonly later?: { readonly credits: number; readonly from: Day };
  readonly because: string;
}

export function requestStatus({ state, until, askedAt }: CreditRequest, at: string): RequestStatus {
  const isLate = at.slice(0, 10) > until || at.slice(0, 10) > addDays(askedAt.slice(0, 10), requestLimits.openDaysMax);
  return state === 'asked' && isLate ? 'expired' : state;
}

/** Returns a key for each news about a request at an ISO instant: its version, and for an open one the waiting time. */
export function newsOf(request: CreditRequest, at: string): string {
  const { version, askedAt, state } = request;
  if (requestStatus(request, at) === 'expired') {
    return `${version}-expired`;
  }
  const isWaiting = state === 'asked' && at.slice(0, 10) >= addDays(askedAt.slice(0, 10), requestLimits.remindDays);
  return isWaiting ? `${version}-waiting` : String(version);
}

export function monthOfRequest(id: string): string {
  return id.slice(0, 7);
}

/** Returns the months of requests that may be open or count for this month: the previous one first. */
export function requestMonths(today: Day): readonly [string, string] {
  return [addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7), today.slice(0, 7)];
}

/** Returns the id of a request's top-up: always the same, so that nothing is given twice. */
export function topUpIdOf({ id }: CreditRequest): string {
  return `request-${id}`;
}

const entryKinds: Readonly<Record<RequestState, JournalKind>> = {
  asked: 'request-asked',
  approved: 'request-decided',
  less: 'request-decided',
  denied: 'request-decided',
  withdrawn: 'request-withdrawn',
};

/** Returns the journal entry for a request's new state. `id` distinguishes concurrent writes. */
export function requestEntry(request: CreditRequest, id: string): JournalEntry {
  const { email, credits, until, reason, state, decision, askedAt, about, version } = request;
  return {
    id: `request/${request.id}/${version}/${id}`,
    at: decision?.at ?? askedAt,
    kind: entryKinds[state],
    actor: decision?.by ?? email,
    subject: `user:${email}`,
    detail: {
      request: request.id,
      state,
      credits,
      until,
      reason,
      about: about === undefined ? null : { ...about },
      ...(decision !== undefined && {
        given: decision.credits ?? 0,
        why: decision.reason ?? null,
        rule: decision.rule ?? null,
        topUp: decision.topUpId ?? null,
      }),
      version,
    },
  };
}
