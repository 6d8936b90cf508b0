import { formatScope, type Scope } from '../../budgets/scope.ts';
import type { Window } from '../../budgets/window.ts';
import type { Day } from '../../kernel/time/day.ts';
import type { Observation } from '../observation.ts';
import { type AlertKind, termsOf, type AlertLease } from '../topics.ts';
import type { Acknowledgement, ConditionEvent, StopFacts, UseFacts } from './condition-event.ts';

/** A state is never removed, only resolved or closed, so that no one is notified twice. */
export type ConditionState = UseState | ForecastState | ObservedState | StopState;

interface StoredCondition {
  /** Derived from the condition's subject: the same in every run. */
  readonly conditionId: string;
  /** ISO instant of the last change. A run as of an earlier moment changes nothing. */
  readonly asOf: string;
  readonly acknowledged?: Acknowledgement;
}

/** One budget over one window (for one user, if it applies to each separately), with the crossed thresholds. */
export interface UseState extends StoredCondition {
  readonly kind: 'use';
  readonly facts: UseFacts;
  readonly owners: readonly string[];
  /** All that were ever in alarm, ascending. */
  readonly lines: readonly UseThreshold[];
  readonly isClosed: boolean;
}

export interface UseThreshold {
  readonly percent: number;
  readonly phase: 'in-alarm' | 'resolved';
  /** The amount of the last notification: only a higher amount is notified again. */
  readonly notifiedAmountCredits: number;
  readonly isResolutionNotified: boolean;
  readonly isForOwners: boolean;
  readonly isForUser: boolean;
  /** Provisional: observed to be crossed on this day, which the ledger did not know then. */
  readonly seenOn?: Day;
}

export interface ForecastState extends StoredCondition {
  readonly kind: 'forecast';
  readonly scope: Scope;
  readonly window: Window;
  readonly phase: 'ok' | 'in-alarm' | 'resolved';
  readonly streak: Streak;
  /** The streak of an earlier night: a second run of one night counts that night again. */
  readonly streakBefore?: Streak;
  readonly notifiedAmountCredits?: number;
  readonly isClosed: boolean;
}

/** Consecutive nights with the same result, the last of them `night`. */
export interface Streak {
  readonly verdict: 'over' | 'unsure' | 'under';
  readonly nights: number;
  readonly night: Day;
}

/** An observation of a job while it lasts, and each time that it recurs. */
export interface ObservedState extends StoredCondition {
  readonly kind: 'observed';
  readonly phase: 'in-alarm' | 'resolved';
  readonly observation: Observation;
  readonly occurrence: number;
  /** The forms that were notified since it was raised or acknowledged. */
  readonly notifiedFingerprints: readonly string[];
  readonly changes: number;
  readonly absent?: { readonly nights: number; readonly night: Day };
}

/** What one stopped person was notified of. For all people whom a budget stops there is an observed condition. */
export interface StopState extends StoredCondition {
  readonly kind: 'stop';
  readonly phase: 'in-alarm' | 'resolved';
  readonly stop: StopFacts;
  readonly owners: readonly string[];
  readonly occurrence: number;
  readonly isFreedNotified: boolean;
}

export function linesFor(lines: readonly UseThreshold[]): {
  readonly ownerLines: readonly number[];
  readonly userLines: readonly number[];
} {
  return {
    ownerLines: lines.filter((line) => line.isForOwners).map(({ percent }) => percent),
    userLines: lines.filter((line) => line.isForUser).map(({ percent }) => percent),
  };
}

/** Whether a condition is present now. One person's stop is part of the condition of its budget. */
export function isInAlarm(state: ConditionState): boolean {
  switch (state.kind) {
    case 'use':
      return !state.isClosed && !isNotifiedAsStop(state) && state.lines.some((line) => line.phase === 'in-alarm');
    case 'forecast':
      return !state.isClosed && state.phase === 'in-alarm';
    case 'observed':
      return state.phase === 'in-alarm';
    case 'stop':
      return false;
  }
}

/** Whether a person at the end of their own budget in mode `enforce` appears among those whom a budget stops. */
function isNotifiedAsStop({ facts, lines }: UseState): boolean {
  // Provisional use stops no one for certain.
  const isAtEnd = lines.some(
    ({ percent, phase, seenOn }) => percent === 100 && phase === 'in-alarm' && seenOn === undefined,
  );
  return isAtEnd && facts.user !== undefined && facts.setsCaps && facts.basis === 'budget';
}

export function isSettled(state: ConditionState): boolean {
  return state.kind === 'observed' || state.kind === 'stop' ? state.phase === 'resolved' : state.isClosed;
}

export function kindOfState(state: ConditionState): AlertKind {
  switch (state.kind) {
    case 'use':
      return 'budget-use';
    case 'observed':
      return state.observation.topic;
    case 'forecast':
    case 'stop':
      return state.kind;
  }
}

/** What a condition of its kind is about: a person, a budget's scope, a computer, a session, a repository. */
export function subjectOfState(state: ConditionState): string {
  switch (state.kind) {
    case 'observed':
      return state.observation.user?.email ?? state.observation.key;
    case 'use':
      return state.facts.user?.email ?? formatScope(state.facts.scope);
    case 'forecast':
      return formatScope(state.scope);
    case 'stop':
      return state.stop.user.email;
  }
}

export function kindOfEvent(event: ConditionEvent): AlertKind {
  if ('observation' in event) {
    return event.observation.topic;
  }
  return 'stop' in event ? 'stop' : 'facts' in event ? 'budget-use' : 'forecast';
}

export function leaseOfState(state: ConditionState): AlertLease {
  return state.kind === 'observed' ? termsOf(state.observation.topic).lease : 'limits';
}
