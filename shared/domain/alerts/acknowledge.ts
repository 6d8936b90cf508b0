import { type AlertState, isInAlarm } from './alert-state.ts';

export type AcknowledgeDecision =
  | { readonly kind: 'acknowledged'; readonly state: AlertState }
  | { readonly kind: 'refused'; readonly reason: 'not-in-alarm' | 'no-reason' | 'reason-too-long' };

const reasonLengthMax = 500;

/**
 * Notes that somebody has seen an alert and why it may stand. It then asks for nobody's attention until the matter
 * changes: a further threshold, another form of the matter, or its coming back.
 */
export function decideAcknowledge(
  state: AlertState,
  by: { readonly name: string; readonly at: string; readonly reason: string },
): AcknowledgeDecision {
  const reason = by.reason.trim();
  if (reason === '' || reason.length > reasonLengthMax) {
    return { kind: 'refused', reason: reason === '' ? 'no-reason' : 'reason-too-long' };
  }
  if (!isInAlarm(state)) {
    return { kind: 'refused', reason: 'not-in-alarm' };
  }
  const acknowledged = { by: by.name, at: by.at, reason };
  // Only the form that was acknowledged counts as known: any other one brings the matter back.
  const known = state.kind === 'matter' ? { ...state, toldFingerprints: [state.matter.fingerprint] } : state;
  return { kind: 'acknowledged', state: { ...known, acknowledged } };
}

/** Tells whether an alert is in alarm and nobody has acknowledged it. */
export function isOpen(state: AlertState): boolean {
  return isInAlarm(state) && state.acknowledged === undefined;
}
