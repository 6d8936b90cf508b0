import type { Day } from '../time/day.ts';
import { type Acknowledgement, type AlertState, isInAlarm } from './alert-state.ts';

export type AcknowledgeDecision =
  | { readonly kind: 'acknowledged'; readonly state: AlertState }
  | { readonly kind: 'refused'; readonly reason: 'not-in-alarm' | 'no-reason' | 'reason-too-long' | 'until-is-over' };

const reasonLengthMax = 500;

/**
 * Notes that somebody has seen an alert and why it may stand. It then asks for nobody's attention until the matter
 * changes (a further threshold, another form of the matter, or its coming back) or the day until which it may stand
 * is over.
 */
export function decideAcknowledge(state: AlertState, by: Acknowledgement): AcknowledgeDecision {
  const reason = by.reason.trim();
  if (reason === '' || reason.length > reasonLengthMax) {
    return { kind: 'refused', reason: reason === '' ? 'no-reason' : 'reason-too-long' };
  }
  if (!isInAlarm(state)) {
    return { kind: 'refused', reason: 'not-in-alarm' };
  }
  if (by.until !== undefined && by.until < by.at.slice(0, 10)) {
    return { kind: 'refused', reason: 'until-is-over' };
  }
  const acknowledged = { ...by, reason };
  // Only the form that was acknowledged counts as known: any other one brings the matter back.
  const known = state.kind === 'matter' ? { ...state, toldFingerprints: [state.matter.fingerprint] } : state;
  return { kind: 'acknowledged', state: { ...known, acknowledged } };
}

/** Tells whether an alert is in alarm and, on a day, nobody's acknowledgement lets it stand. */
export function isOpen(state: AlertState, today: Day): boolean {
  return isInAlarm(state) && (state.acknowledged === undefined || isOver(state.acknowledged, today));
}

/** Tells whether the day until which an alert may stand has passed. */
export function isOver({ until }: Acknowledgement, today: Day): boolean {
  return until !== undefined && until < today;
}
