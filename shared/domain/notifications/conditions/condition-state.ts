import type { Scope } from '../../budgets/scope.ts';
import type { Window } from '../../budgets/window.ts';
import type { Day } from '../../time/day.ts';
import type { Observation } from '../observation.ts';
import { termsOf, type AlertLease } from '../topics.ts';
import type { Acknowledgement, StopFacts, UseEvent, UseFacts } from './condition-event.ts';

/**
 * What is stored of a condition; `alerts list` shows those that are in alarm. Without a state all is well. A state is
 * never removed: it is resolved or closed, so that nobody is notified a second time.
 */
export type ConditionState = UseState | ForecastState | ObservedState | StopState;

interface Stored {
  /** Made from what the condition is about: it is the same in every run. */
  readonly conditionId: string;
  /** ISO instant as of which the state was last changed. A run as of an earlier moment changes nothing. */
  readonly asOf: string;
  readonly acknowledged?: Acknowledgement;
}

/** One budget over one window (for one user, where everybody has their own), with the thresholds that were crossed. */
export interface UseState extends Stored {
  readonly kind: 'use';
  /** As it was at the last notification. */
  readonly facts: UseFacts;
  readonly owners: readonly string[];
  /** Those that were ever in alarm, ascending. */
  readonly lines: readonly UseThreshold[];
  /** The window has turned, and its last day is known. */
  readonly isClosed: boolean;
}

export interface UseThreshold {
  /** Of the amount. */
  readonly percent: number;
  readonly phase: 'in-alarm' | 'resolved';
  /** The amount of the last notification: there is another one only for a higher amount. */
  readonly notifiedAmountCredits: number;
  /** There was a notification that it is resolved. */
  readonly isResolutionNotified: boolean;
  readonly isForOwners: boolean;
  readonly isForUser: boolean;
  /** It is provisional: seen to be crossed on this day, of which the ledger did not know then. */
  readonly seenOn?: Day;
}

/** Whether a window is expected to end over its budget. */
export interface ForecastState extends Stored {
  readonly kind: 'forecast';
  readonly scope: Scope;
  readonly window: Window;
  readonly phase: 'ok' | 'in-alarm' | 'resolved';
  readonly streak: Streak;
  /** The streak as it was on an earlier night: a second run of one night counts that night again. */
  readonly streakBefore?: Streak;
  readonly notifiedAmountCredits?: number;
  readonly isClosed: boolean;
}

/** So many nights in a row that said the same, the last of them `night`. */
export interface Streak {
  readonly verdict: 'over' | 'unsure' | 'under';
  readonly nights: number;
  readonly night: Day;
}

/** What a job has observed, for as long as it is so, and each time that it comes back. */
export interface ObservedState extends Stored {
  readonly kind: 'observed';
  readonly phase: 'in-alarm' | 'resolved';
  readonly observation: Observation;
  /** 1 when it was raised for the first time. */
  readonly occurrence: number;
  /** The forms of which there was a notification since it was raised or acknowledged. */
  readonly notifiedFingerprints: readonly string[];
  /** How many notifications said that it changed; part of their ids. */
  readonly changes: number;
  /** For how many nights it was looked for and not seen. */
  readonly absent?: { readonly nights: number; readonly night: Day };
}

/** What one person was notified of, being stopped. For all of a budget together there is an observed condition. */
export interface StopState extends Stored {
  readonly kind: 'stop';
  readonly phase: 'in-alarm' | 'resolved';
  /** As it was at the last notification. */
  readonly stop: StopFacts;
  readonly owners: readonly string[];
  /** How often the person was notified of being stopped; part of the ids. */
  readonly occurrence: number;
  /** The person was notified that they may go on. */
  readonly isFreedNotified: boolean;
}

/** The percent of some thresholds, by who is notified of them. */
export function linesFor(lines: readonly UseThreshold[]): Pick<UseEvent, 'ownerLines' | 'userLines'> {
  return {
    ownerLines: lines.filter((line) => line.isForOwners).map(({ percent }) => percent),
    userLines: lines.filter((line) => line.isForUser).map(({ percent }) => percent),
  };
}

/** Whether a condition is there now. One person's stop is part of the condition of all whom a budget stops. */
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

/** Who is at the end of a budget of their own that sets caps stands among all whom a budget stops. */
function isNotifiedAsStop({ facts, lines }: UseState): boolean {
  // Nobody is known to be stopped by what is provisional.
  const isAtEnd = lines.some(
    ({ percent, phase, seenOn }) => percent === 100 && phase === 'in-alarm' && seenOn === undefined,
  );
  return isAtEnd && facts.user !== undefined && facts.setsCaps && facts.basis === 'budget';
}

/** Whether nothing more comes of a condition unless it is seen again. */
export function isSettled(state: ConditionState): boolean {
  return state.kind === 'observed' || state.kind === 'stop' ? state.phase === 'resolved' : state.isClosed;
}

/** The lease under which the state of a condition is written. */
export function leaseOfState(state: ConditionState): AlertLease {
  return state.kind === 'observed' ? termsOf(state.observation.topic).lease : 'limits';
}
