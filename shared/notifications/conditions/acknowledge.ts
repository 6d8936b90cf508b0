import type { Day } from '../../kernel/time/day.ts';
import { isEvidenceTopic } from '../topics.ts';
import type { Acknowledgement } from './condition-event.ts';
import { type ConditionState, isInAlarm } from './condition-state.ts';

export type AcknowledgeDecision =
  | { readonly kind: 'acknowledged'; readonly state: ConditionState }
  | { readonly kind: 'refused'; readonly reason: AcknowledgeRefusal };

/** `needs-security`: it is about the controls, and only security roles may decide. */
export type AcknowledgeRefusal = 'needs-security' | 'not-in-alarm' | 'until-has-passed' | ReasonProblem;
type ReasonProblem = 'no-reason' | 'reason-too-long' | 'reason-not-one-line';

export const reasonLengthMax = 500;

/** Returns what is wrong with an acknowledgement's reason; undefined if it is valid. */
export function problemOfReason(text: string): ReasonProblem | undefined {
  const reason = text.trim();
  if (reason === '' || reason.length > reasonLengthMax) {
    return reason === '' ? 'no-reason' : 'reason-too-long';
  }
  return /\p{Cc}/u.test(reason) ? 'reason-not-one-line' : undefined;
}

/**
 * Records that a person has seen a condition and accepts it. Notifications stop until it changes (another threshold,
 * another form, or raised again after it was resolved) or the day of `until` has passed.
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
  // Only the acknowledged form counts as known: any other raises the condition again.
  const known = state.kind === 'observed' ? { ...state, notifiedFingerprints: [state.observation.fingerprint] } : state;
  return { kind: 'acknowledged', state: { ...known, acknowledged } };
}

/** Whether its acknowledgement is evidence too. Such a condition can be explained after it is resolved. */
export function isEvidence(state: ConditionState): boolean {
  return state.kind === 'observed' && isEvidenceTopic(state.observation.topic);
}

/** Whether a condition is in alarm on a day without a valid acknowledgement. */
export function isOpen(state: ConditionState, today: Day): boolean {
  return isInAlarm(state) && (state.acknowledged === undefined || hasExpired(state.acknowledged, today));
}

export function hasExpired({ until }: Acknowledgement, today: Day): boolean {
  return until !== undefined && until < today;
}
