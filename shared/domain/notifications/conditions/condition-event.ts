import type { OwnChange } from '../../access/same-person.ts';
import type { Scope } from '../../budgets/scope.ts';
import type { Window } from '../../budgets/window.ts';
import type { WindowForecast } from '../../forecast/forecast.ts';
import type { Rise } from '../../forecast/rise.ts';
import type { AmountNeeded } from '../../texts/amount-needed.ts';
import type { Day } from '../../time/day.ts';
import type { AffectedUser } from '../affected-user.ts';
import type { Observation } from '../observation.ts';

/** A condition was raised, has changed or is resolved. The id says what, and is the same in every run. */
export type ConditionEvent = UseEvent | ForecastEvent | ObservedEvent | StopEvent;

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
  /** A budget itself, or a pool as it concerns one of those who draw on it. */
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
  /** The last day of the figures. */
  readonly dataThrough?: Day;
  /** When it is used up if the days to come are as usual; absent where it lasts until it resets, or nobody can tell. */
  readonly expectedOn?: Day;
  /** The part of the use that is provisional; absent where the ledger says all of it. */
  readonly seen?: SeenPart;
}

/** Use that the sessions of known people show and the ledger does not know yet. It may be wrong; the ledger replaces it. */
export interface SeenPart {
  readonly credits: number;
  /** ISO instant of the look. */
  readonly at: string;
  /** Whoever it is about will be stopped within about an hour. */
  readonly ending?: Ending;
}

/** What is left of somebody's limit, and what was seen to be used in the last hour. Credits are integers. */
export interface Ending {
  readonly leftCredits: number;
  readonly limitCredits: number;
  readonly hourCredits: number;
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

/** Somebody was left nothing, or may go on. Only they are notified of it; for others see `stops/stopped-people.ts`. */
export interface StopEvent extends Happened {
  readonly kind: 'person-stopped' | 'person-freed';
  readonly stop: StopFacts;
  /** Of whoever may go on: what their limit leaves them; absent where nothing limits them any more. */
  readonly leftCredits?: number;
  /** Of the budget; the admins stand in for them. */
  readonly owners: readonly string[];
}

/** Who is left nothing, and by what. Credits are integers. */
export interface StopFacts {
  readonly user: Required<AffectedUser>;
  /** Of the budget that leaves them nothing; absent for the ceiling of every limit, and for a limit that was left. */
  readonly scope?: Scope;
  /** It is a limit that no budget decides any more, or none that can be read. */
  readonly isLeftOver?: true;
  /** After which it begins again. */
  readonly window: Window;
  /** Top-ups included; the limit where it is no budget. */
  readonly amountCredits: number;
  /** What counts against the amount: of a pool, what all its members used. */
  readonly usedCredits: number;
  /** What the user used in the platform window, and the limit that was set for it. */
  readonly ownUsedCredits: number;
  readonly limitCredits: number;
  /** The last day of the figures; absent before there are any. */
  readonly dataThrough?: Day;
  /** Absent where too few days are known to tell, and where it is no budget that leaves them nothing. */
  readonly needed?: AmountNeeded;
}

/** When a run decides about conditions. */
export interface Moment {
  /** ISO instant. */
  readonly at: string;
  readonly today: Day;
}

/** What one run decides of one condition: the state to store, when it changed, and what to notify of. */
export interface ConditionVerdict<State> {
  readonly state?: State;
  readonly events: readonly ConditionEvent[];
}

/** Somebody has seen a condition, or a change of the controls, and says why it is as it should be. */
export interface Acknowledgement {
  readonly by: string;
  /** ISO instant. */
  readonly at: string;
  readonly reason: string;
  /** The last day, UTC, for which it counts; absent: for as long as the condition does not change. */
  readonly until?: Day;
  /** Of a change of the controls: whether whoever acknowledges it made it. Absent of all else, and of earlier ones. */
  readonly ownChange?: OwnChange;
}
