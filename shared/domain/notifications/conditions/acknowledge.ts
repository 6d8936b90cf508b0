import type { Day } from '../../time/day.ts';
import { isEvidenceTopic } from '../topics.ts';
import type { Acknowledgement } from './condition-event.ts';
import { type ConditionState, isInAlarm } from './condition-state.ts';

export type AcknowledgeDecision =
  | { readonly kind: 'acknowledged'; readonly state: ConditionState }
  | { readonly kind: 'refused'; readonly reason: AcknowledgeRefusal };

/** `needs-security`: it is about the controls, and left to those who decide on them. */
export type AcknowledgeRefusal = 'needs-security' | 'not-in-alarm' | 'until-has-passed' | ReasonProblem;
type ReasonProblem = 'no-reason' | 'reason-too-long' | 'reason-not-one-line';

export const reasonLengthMax = 500;

/** What is wrong with the reason of an acknowledgement; nothing when it can be kept. */
export function problemOfReason(text: string): ReasonProblem | undefined {
  const reason = text.trim();
  if (reason === '' || reason.length > reasonLengthMax) {
    return reason === '' ? 'no-reason' : 'reason-too-long';
  }
  return /\p{Cc}/u.test(reason) ? 'reason-not-one-line' : undefined;
}

/**
 * Notes that somebody has seen a condition and why it is acceptable. Nobody is notified of it any more until it changes
 * (another threshold, another form, or it comes back after it was resolved) or the day of `until` has passed.
 */
export function decideAcknowledge(state: ConditionState, by: Acknowledgement): AcknowledgeDecision {
  const problem = problemOfReason(by.reason);
  if (problem !== undefined) {
    return { kind: 'refused', reason: problem };
  }
  if (!isInAlarm(state) && !isEvidence(state)) {
    return { kind: 'refused', reason: 'not-in-alarm' };
  }
  if (by.until !== undefined && by.until < by.at.slice(0, 10)) {
    return { kind: 'refused', reason: 'until-has-passed' };
  }
  const acknowledged = { ...by, reason: by.reason.trim() };
  // Only the form that was acknowledged counts as known: any other one brings the condition back.
  const known = state.kind === 'observed' ? { ...state, notifiedFingerprints: [state.observation.fingerprint] } : state;
  return { kind: 'acknowledged', state: { ...known, acknowledged } };
}

/** Whether an acknowledgement of it is evidence, too. What is can be explained after it is resolved. */
export function isEvidence(state: ConditionState): boolean {
  return state.kind === 'observed' && isEvidenceTopic(state.observation.topic);
}

/** Whether a condition is in alarm on a day and no acknowledgement counts for it. */
export function isOpen(state: ConditionState, today: Day): boolean {
  return isInAlarm(state) && (state.acknowledged === undefined || hasExpired(state.acknowledged, today));
}

/** Whether the day until which an acknowledgement counts has passed. */
export function hasExpired({ until }: Acknowledgement, today: Day): boolean {
  return until !== undefined && until < today;
}
