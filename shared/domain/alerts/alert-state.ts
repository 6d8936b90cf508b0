import type { Scope } from '../budgets/scope.ts';
import type { Window } from '../budgets/window.ts';
import type { Day } from '../time/day.ts';
import type { UseFacts } from './alert-event.ts';
import type { Matter } from './matter.ts';

/**
 * What is stored of an alert. Who has no state is ok. A state is never removed: it is resolved or closed, so that
 * nothing is told a second time.
 */
export type AlertState = UseAlertState | ForecastAlertState | MatterState;

interface Stored {
  /** Made from what the alert is about: the same matter has the same id, in every run. */
  readonly alertId: string;
  /** ISO instant as of which the state was last changed. A run as of an earlier moment changes nothing. */
  readonly asOf: string;
  readonly acknowledged?: Acknowledgement;
}

export interface Acknowledgement {
  readonly by: string;
  /** ISO instant. */
  readonly at: string;
  readonly reason: string;
  /** The last day, UTC, on which it may stand; absent: for as long as the matter does not change. */
  readonly until?: Day;
}

/** One budget over one window (for one user, where everybody has their own), with the thresholds that were crossed. */
export interface UseAlertState extends Stored {
  readonly kind: 'use';
  /** As it was when last told of. */
  readonly facts: UseFacts;
  readonly owners: readonly string[];
  /** Those that were ever in alarm, ascending. */
  readonly lines: readonly AlertLine[];
  /** The window has turned, and its last day is known. */
  readonly isClosed: boolean;
}

export interface AlertLine {
  /** Of the amount. */
  readonly percent: number;
  readonly phase: 'in-alarm' | 'resolved';
  /** The amount for which the threshold was told: it is told again only for a higher one. */
  readonly toldAmountCredits: number;
  /** That it was resolved has been told. */
  readonly isResolutionTold: boolean;
  readonly isForOwners: boolean;
  readonly isForUser: boolean;
}

/** Whether a window is expected to end over its budget. */
export interface ForecastAlertState extends Stored {
  readonly kind: 'forecast';
  readonly scope: Scope;
  readonly window: Window;
  readonly phase: 'ok' | 'in-alarm' | 'resolved';
  readonly streak: Streak;
  /** The streak as it was on an earlier night: a second run of one night counts that night anew. */
  readonly streakBefore?: Streak;
  readonly toldAmountCredits?: number;
  readonly isClosed: boolean;
}

/** So many nights in a row that said the same, the last of them `night`. */
export interface Streak {
  readonly verdict: 'over' | 'unsure' | 'under';
  readonly nights: number;
  readonly night: Day;
}

/** Any other matter, for as long as it stands, and each time that it comes back. */
export interface MatterState extends Stored {
  readonly kind: 'matter';
  readonly phase: 'in-alarm' | 'resolved';
  readonly matter: Matter;
  /** 1 when it came up for the first time. */
  readonly occurrence: number;
  /** What has been told of it since it came up, or since it was acknowledged. */
  readonly toldFingerprints: readonly string[];
  /** How often it was told that it changed; part of the ids of those notices. */
  readonly changes: number;
  readonly absent?: { readonly nights: number; readonly night: Day };
}

/** Tells whether an alert asks for somebody's attention. */
export function isInAlarm(state: AlertState): boolean {
  switch (state.kind) {
    case 'use':
      return !state.isClosed && state.lines.some((line) => line.phase === 'in-alarm');
    case 'forecast':
      return !state.isClosed && state.phase === 'in-alarm';
    case 'matter':
      return state.phase === 'in-alarm';
  }
}

/** Tells whether nothing more can come of an alert unless it is seen again. */
export function isSettled(state: AlertState): boolean {
  return state.kind === 'matter' ? state.phase === 'resolved' : state.isClosed;
}
