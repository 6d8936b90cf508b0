import type { Day } from '../kernel/time/day.ts';
import { describeCondition } from './compose/describe-notification.ts';
import { isInAlarm, kindOfState, subjectOfState, type ConditionState } from './conditions/condition-state.ts';
import { kindTerms, type AlertKind } from './topics.ts';

/** Silences alerts of a kind, open and new ones, through a UTC day. */
export interface Mute {
  readonly muteId: string;
  readonly kind: AlertKind;
  /** Only alerts about this person, budget, computer, session or repository; absent: all of the kind. */
  readonly subject?: string;
  readonly by: string;
  readonly at: string;
  readonly reason: string;
  readonly until: Day;
}

/** Mutes in force at once: more are a sign that a setting should change. */
export const mutesMax = 100;

/** A mute ends by itself: what should be silent for longer is a setting. */
export const muteDaysMax = 90;

/** Evidence about the controls takes an acknowledgement of each alert. */
export function isMutable(kind: AlertKind): boolean {
  return kindTerms(kind).isEvidence !== true;
}

/** Mutes whose last day is not over. */
export function mutesInForce(mutes: readonly Mute[], today: Day): readonly Mute[] {
  return mutes.filter(({ until }) => until >= today);
}

/**
 * Acknowledges an open condition that a mute is about, through the mute's last day; undefined where none applies.
 * Critical alerts and evidence are never muted, and an acknowledgement by a person stays.
 */
export function mutedState(state: ConditionState, mutes: readonly Mute[], today: Day): ConditionState | undefined {
  if (!isInAlarm(state) || state.acknowledged !== undefined) {
    return undefined;
  }
  const kind = kindOfState(state);
  const mute = mutesInForce(mutes, today).find(
    (each) => each.kind === kind && (each.subject ?? subjectOfState(state)) === subjectOfState(state),
  );
  if (mute === undefined || !isMutable(kind) || describeCondition(state).severity === 'critical') {
    return undefined;
  }
  const { by, at, reason, until, muteId } = mute;
  const known = state.kind === 'observed' ? { ...state, notifiedFingerprints: [state.observation.fingerprint] } : state;
  return { ...known, acknowledged: { by, at, reason, until, mute: muteId } };
}

/** Opens a condition again that an ended mute had silenced; undefined where it was another's. */
export function unmutedState(state: ConditionState, muteId: string): ConditionState | undefined {
  const { acknowledged, ...open } = state;
  return acknowledged?.mute === muteId ? open : undefined;
}
