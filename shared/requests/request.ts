import type { WindowKind } from '../budgets/window.ts';
import type { JournalEntry, JournalKind } from '../journal/journal-entry.ts';
import { addDays, type Day } from '../kernel/time/day.ts';

export const requestLimits = {
  reasonCharsMax: 300,
  /** The last day asked for may be so many days away. */
  daysMax: 92,
  /** One person may have so many undecided requests at once. */
  openMax: 2,
  asksPerDayMax: 4,
  /** A request that nobody has decided on after so many days has expired. */
  openDaysMax: 14,
  /** After so many days without a decision, approvers are reminded, once. */
  remindDays: 3,
  /** A link to ask works for so many days, one to decide as long as its request may be open. */
  linkDaysMax: 14,
} as const;

export const requestStates = ['asked', 'approved', 'less', 'denied', 'withdrawn'] as const;
type RequestState = (typeof requestStates)[number];

/** What a request is at a moment; `expired`: nobody has decided in time. */
type RequestStatus = RequestState | 'expired';

/** Somebody asks for more credits for themself, until a day. */
export interface CreditRequest {
  /** Begins with the month, `2026-03-…`, by which it is found. */
  readonly id: string;
  readonly userId: string;
  /** In its matching form. */
  readonly email: string;
  /** What stopped or warned them; absent when they asked without a mail. */
  readonly about?: RequestedBudget;
  /** Standard Credits, 1 or more. */
  readonly credits: number;
  /** The last day, UTC. */
  readonly until: Day;
  readonly reason: string;
  /** ISO instant. */
  readonly askedAt: string;
  readonly state: RequestState;
  /** Absent while it is undecided. */
  readonly decision?: RequestDecision;
  /** Counts from 1. */
  readonly version: number;
}

/** A budget as its request names it. */
export interface RequestedBudget {
  /** `team:web`, `default`; absent for the ceiling of all limits, and for a limit that was left. */
  readonly scope?: string;
  readonly window: WindowKind;
  /** The last day of its window. */
  readonly through: Day;
}

/** What became of a request: somebody decided, a rule did, or whoever asked took it back. */
interface RequestDecision {
  readonly by: string;
  /** ISO instant. */
  readonly at: string;
  readonly reason?: string;
  /** The rule that approved it. */
  readonly rule?: string;
  /** What was given; absent where nothing was. */
  readonly credits?: number;
  readonly topUpId?: string;
}

/** The status at an ISO instant. */
export function requestStatus({ state, until, askedAt }: CreditRequest, at: string): RequestStatus {
  const isLate = at.slice(0, 10) > until || at.slice(0, 10) > addDays(askedAt.slice(0, 10), requestLimits.openDaysMax);
  return state === 'asked' && isLate ? 'expired' : state;
}

/** What there is to report of a request at an ISO instant, each once: its version, and of an open one how long it waits. */
export function newsOf(request: CreditRequest, at: string): string {
  const { version, askedAt, state } = request;
  if (requestStatus(request, at) === 'expired') {
    return `${version}-expired`;
  }
  const isWaiting = state === 'asked' && at.slice(0, 10) >= addDays(askedAt.slice(0, 10), requestLimits.remindDays);
  return isWaiting ? `${version}-waiting` : String(version);
}

/** The month by which a request is found. */
export function monthOfRequest(id: string): string {
  return id.slice(0, 7);
}

/** The months in which requests that are open, or that count for this month, may be: the one before first. */
export function requestMonths(today: Day): readonly [string, string] {
  return [addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7), today.slice(0, 7)];
}

/** The id of the top-up of a request: the same whenever it is made, so that nothing is given twice. */
export function topUpIdOf({ id }: Pick<CreditRequest, 'id'>): string {
  return `request-${id}`;
}

const entryKinds: Readonly<Record<RequestState, JournalKind>> = {
  asked: 'request-asked',
  approved: 'request-decided',
  less: 'request-decided',
  denied: 'request-decided',
  withdrawn: 'request-withdrawn',
};

/** The journal entry of what just became of a request. `id` tells writes at once apart. */
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
