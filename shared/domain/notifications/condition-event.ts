import type { Scope } from '../budgets/scope.ts';
import type { Window } from '../budgets/window.ts';
import type { WindowForecast } from '../forecast/forecast.ts';
import type { Rise } from '../forecast/rise.ts';
import type { Acknowledgement } from './acknowledgement.ts';
import type { Observation } from './observation.ts';

/** A condition was raised, has changed or is resolved. The id says what, and is the same in every run. */
export type ConditionEvent = UseEvent | ForecastEvent | ObservedEvent;

interface Happened {
  readonly eventId: string;
  readonly conditionId: string;
  /** The condition had been acknowledged. */
  readonly acknowledgedBefore?: Acknowledgement;
}

export interface UseEvent extends Happened {
  readonly kind: 'use-crossed' | 'use-resolved' | 'use-reset';
  readonly facts: UseFacts;
  /** Percent, ascending: all that were crossed or resolved at once. */
  readonly ownerLines: readonly number[];
  readonly userLines: readonly number[];
  readonly owners: readonly string[];
  /** The use was over already when the budget was made or changed. */
  readonly isFromTheStart: boolean;
  /** The window is over by now. */
  readonly hasEnded: boolean;
}

/** A use against an amount. Credits are integers. */
export interface UseFacts {
  /** A budget itself, or somebody's share of a budget that several people draw on. */
  readonly basis: 'budget' | 'share';
  readonly scope: Scope;
  /** Whose use it is; absent for that of a team or the organization. */
  readonly user?: AffectedUser;
  readonly window: Window;
  readonly usedCredits: number;
  /** Top-ups included; absent when nothing limits any more. */
  readonly amountCredits?: number;
  /** Whoever is over is stopped, not only warned of. */
  readonly setsCaps: boolean;
}

export interface AffectedUser {
  readonly userId: string;
  readonly email?: string;
}

export interface ForecastEvent extends Happened {
  readonly kind: 'forecast-raised' | 'forecast-resolved';
  readonly scope: Scope;
  readonly user?: AffectedUser;
  readonly owners: readonly string[];
  readonly amountCredits: number;
  readonly forecast: WindowForecast;
  readonly rise?: Rise;
}

export interface ObservedEvent extends Happened {
  readonly kind: 'condition-raised' | 'condition-changed' | 'condition-resolved';
  readonly observation: Observation;
}

/** What one run decides of one condition: the state to store, when it changed, and what to notify of. */
export interface ConditionVerdict<State> {
  readonly state?: State;
  readonly events: readonly ConditionEvent[];
}
