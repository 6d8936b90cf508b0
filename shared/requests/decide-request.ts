import { holdsUnprintable } from '../kernel/texts/unprintable.ts';
import { requestLimits, requestStatus, topUpIdOf, type CreditRequest } from './request.ts';

export type RequestOrder =
  | {
      readonly verdict: 'approve';
      readonly credits?: number;
      readonly reason?: string;
    }
  | { readonly verdict: 'deny'; readonly reason: string };

interface Decided {
  readonly name: string;
  readonly at: string;
}

export type RefusedDecision = 'decided' | 'expired' | 'credits' | 'reason';

type DecideOutcome =
  | { readonly kind: 'decided'; readonly request: CreditRequest }
  | { readonly kind: 'refused'; readonly because: RefusedDecision; readonly problem: string };

/** Decides on a request, finally, with at most the requested credits. `decideDeciding` checks the permission. */
export function decideRequest(request: CreditRequest, order: RequestOrder, by: Decided): DecideOutcome {
  const refusal = refusalOf(request, order, by);
  if (refusal !== undefined) {
    return { kind: 'refused', ...refusal };
  }
  const { reason } = order;
  const noted = { by: by.name, at: by.at, ...(filled(reason) && { reason: reason?.trim() ?? '' }) };
  const version = request.version + 1;
  if (order.verdict === 'deny') {
    return { kind: 'decided', request: { ...request, state: 'denied', decision: noted, version } };
  }
  const credits = order.credits ?? request.credits;
  const decision = { ...noted, credits, topUpId: topUpIdOf(request) };
  const state = credits < request.credits ? 'less' : 'approved';
  return { kind: 'decided', request: { ...request, state, decision, version } };
}

export function withdrawRequest(request: CreditRequest, at: string): CreditRequest | undefined {
  return requestStatus(request, at) === 'asked'
    ? { ...request, state: 'withdrawn', decision: { by: request.email, at }, version: request.version + 1 }
    : undefined;
}

function refusalOf(request: CreditRequest, order: RequestOrder, by: Decided) {
  const status = requestStatus(request, by.at);
  if (status === 'expired') {
    return { because: 'expired', problem: 'it was not decided in time; they can ask again' } as const;
  }
  if (status !== 'asked') {
    const whom = request.decision?.by ?? 'an approver';
    return { because: 'decided', problem: `it is ${describeStatus(status)} already, by ${whom}` } as const;
  }
  return order.verdict === 'deny' ? refusedReason(order.reason, true) : refusedApproval(request, order);
}

function refusedApproval(
  request: CreditRequest,
  { credits = request.credits, reason }: { credits?: number; reason?: string },
) {
  return Number.isSafeInteger(credits) && credits >= 1 && credits <= request.credits
    ? refusedReason(reason, false)
    : ({
        because: 'credits',
        problem: `give a whole number of credits from 1 to ${request.credits}, which is what was asked for`,
      } as const);
}

function refusedReason(reason: string | undefined, isNeeded: boolean) {
  const { reasonCharsMax } = requestLimits;
  const isGood =
    (filled(reason) || !isNeeded) && (reason ?? '').length <= reasonCharsMax && !holdsUnprintable(reason ?? '');
  return isGood
    ? undefined
    : ({ because: 'reason', problem: `say why, in at most ${reasonCharsMax} characters on one line` } as const);
}

function filled(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '';
}

const statusWords: Readonly<Record<ReturnType<typeof requestStatus>, string>> = {
  asked: 'undecided',
  approved: 'approved',
  less: 'approved with less',
  denied: 'denied',
  withdrawn: 'withdrawn',
  expired: 'expired',
};

export function describeStatus(status: ReturnType<typeof requestStatus>): string {
  return statusWords[status];
}
