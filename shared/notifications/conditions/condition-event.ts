import type { Scope } from '../../budgets/scope.ts';
import type { Window } from '../../budgets/window.ts';
import type { WindowForecast } from '../../forecast/forecast.ts';
import type { Rise } from '../../forecast/rise.ts';
import type { OwnChange } from '../../kernel/access/same-person.ts';
import type { AmountNeeded } from '../../kernel/texts/amounts.ts';
import type { Day, DayRange } from '../../kernel/time/day.ts';
import type { AffectedUser } from '../affected-user.ts';
import type { Observation } from '../observation.ts';

/** A condition was raised, changed or resolved. The id is the same in every run. */
export type ConditionEvent = UseEvent | ForecastEvent | ObservedEvent | StopEvent;

interface Happened {
  readonly eventId: string;
  readonly conditionId: string;
  readonly acknowledgedBefore?: Acknowledgement;
}

export interface UseEvent extends Happened {
  readonly kind: 'use-crossed' | 'use-resolved' | 'use-reset' | 'use-ended';
  readonly facts: UseFacts;
  readonly ownerLines: readonly number[];
  readonly userLines: readonly number[];
  readonly owners: readonly string[];
  readonly isFromTheStart: boolean;
  readonly hasEnded: boolean;
}

/** A use against an amount. Credits are integers. */
export interface UseFacts {
  readonly basis: 'budget' | 'share';
  readonly scope: Scope;
  /** The user; absent for the use of a team or the organization. */
  readonly user?: AffectedUser;
  readonly window: Window;
  readonly usedCredits: number;
  /** Top-ups included; absent when nothing limits any more. */
  readonly amountCredits?: number;
  /** Users over the amount are stopped, not only warned. */
  readonly setsCaps: boolean;
  /** Of an overcommitted pool: what its limits add up to, while less is used. Then `setsCaps` is false. */
  readonly stopsAtCredits?: number | undefined;
  readonly dataThrough?: Day;
  /** Expected day of being used up with usual use; absent where it lasts until the reset, or is unknown. */
  readonly expectedOn?: Day;
  readonly seen?: SeenPart;
}

/** Use from known people's sessions that the ledger lacks. It may be wrong; the ledger replaces it. */
export interface SeenPart {
  readonly credits: number;
  readonly at: string;
  readonly ending?: Ending;
}

/** What a user's limit leaves, and observed use of the last hour. Credits are integers. */
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

/** A person was stopped, or may go on. Only they are notified of it; for others see `stops/stopped-people.ts`. */
export interface StopEvent extends Happened {
  readonly kind: 'person-stopped' | 'person-freed';
  readonly stop: StopFacts;
  /** For a person who may go on: what their limit leaves; absent without a limit. */
  readonly leftCredits?: number;
  readonly owners: readonly string[];
}

export interface StopFacts {
  readonly user: Required<AffectedUser>;
  /** Of the budget that stops them; absent for the ceiling, and for a leftover limit. */
  readonly scope?: Scope;
  /** The limit is not decided by any budget any more, or by one that cannot be read. */
  readonly isLeftOver?: true;
  /** Of a leftover limit: what the next run raises it to, which lets them work again. */
  readonly nextLimitCredits?: number;
  readonly window: Window;
  /** Top-ups included; the limit if it is no budget. */
  readonly amountCredits: number;
  /** Of a pool with overcommit: what its limits may add up to. */
  readonly allowedCredits?: number;
  readonly usedCredits: number;
  /** Their own, in the platform window. */
  readonly ownUsedCredits: number;
  /** The platform window, where its days are not those of `window`. */
  readonly limitWindow?: DayRange;
  readonly limitCredits: number;
  readonly dataThrough?: Day;
  /** Absent with too few known days, and if no budget is the cause. */
  readonly needed?: AmountNeeded;
  /** What lets them work again, tried by the plan; absent where it was not tried. */
  readonly ways?: readonly WayOn[];
}

/** A command, and what it does. */
export interface WayOn {
  readonly meaning: string;
  readonly command: string;
}

export interface Moment {
  readonly at: string;
  readonly today: Day;
}

export interface ConditionVerdict<State> {
  readonly state?: State;
  readonly events: readonly ConditionEvent[];
}

/** A person has seen a condition, or a change of the controls, and says why it is acceptable. */
export interface Acknowledgement {
  readonly by: string;
  readonly at: string;
  readonly reason: string;
  /** The last UTC day for which it counts; absent: as long as the condition does not change. */
  readonly until?: Day;
  /** For a change of the controls: whether its author acknowledges it. Absent otherwise, and in early ones. */
  readonly ownChange?: OwnChange;
  /** By a mute of its kind, with this id. */
  readonly mute?: string;
}

export function isUse(event: ConditionEvent): event is UseEvent {
  return 'facts' in event;
}

export function isStop(event: ConditionEvent): event is StopEvent {
  return 'stop' in event;
}
