import { formatScope, isPoolScope } from '../../budgets/scope.ts';
import type { ConditionVerdict, Moment, StopEvent, StopFacts } from '../conditions/condition-event.ts';
import type { StopState } from '../conditions/condition-state.ts';
import { allowedBy } from './stop-amounts.ts';

export interface StopObservation {
  readonly stop: StopFacts;
  readonly owners: readonly string[];
}

/** Users whom a run found stopped, and users who may consume again; others do not change. */
export interface StopsSeen {
  readonly stopped: readonly StopObservation[];
  readonly freed: ReadonlyMap<string, number | undefined>;
  /** User ids with a decided limit: others have left. */
  readonly people: ReadonlySet<string>;
  /** An edit or an approval caused it just now: users who may go on are notified. */
  readonly isByHand: boolean;
}

export function stopConditionId({ userId }: { readonly userId: string }): string {
  return `stop/${userId}`;
}

/** Returns the cause of a stop as a text: `team:web/month`, or `ceiling`. */
export function causeKey({ scope, window, isLeftOver, nextLimitCredits }: StopFacts): string {
  if (scope !== undefined) {
    return `${formatScope(scope)}/${window.kind}`;
  }
  return isLeftOver !== true ? 'ceiling' : nextLimitCredits === undefined ? 'left-over' : 'next-run';
}

/**
 * Notifies a stopped person once of the cause and the end. After that, another budget that stops them no longer is no
 * news, nor are credits that vary as a pool is divided again; a higher amount that is used up too is news, and so is a
 * new stop after they were notified that they may go on.
 */
export function watchStop(
  state: StopState | undefined,
  { stop, owners }: StopObservation,
  { at }: Moment,
): ConditionVerdict<StopState> {
  if (state !== undefined && !isNews(state, stop)) {
    return state.phase === 'in-alarm'
      ? { events: [] }
      : { state: { ...state, asOf: at, phase: 'in-alarm' }, events: [] };
  }
  const occurrence = (state?.occurrence ?? 0) + 1;
  const conditionId = stopConditionId(stop.user);
  const next = { kind: 'stop', conditionId, asOf: at, phase: 'in-alarm', stop, owners, occurrence } as const;
  return { state: { ...next, isFreedNotified: false }, events: [eventOf('person-stopped', next)] };
}

/**
 * Records that a person may consume again, or has left; undefined while neither is known. They are notified when an
 * admin caused it, or when their own budget has credits before its reset: the mail about the stop named the reset day.
 */
export function endStop(
  state: StopState,
  { freed, people, isByHand }: StopsSeen,
  { at, today }: Moment,
): ConditionVerdict<StopState> | undefined {
  const { stop } = state;
  const { userId } = stop.user;
  if (!people.has(userId)) {
    return { state: { ...state, asOf: at, phase: 'resolved' }, events: [] };
  }
  if (!freed.has(userId)) {
    return undefined;
  }
  const leftCredits = freed.get(userId);
  const isNotified = stop.window.through >= today && (isByHand || !isPoolScope(stop.scope));
  const next: StopState = { ...state, asOf: at, phase: 'resolved', isFreedNotified: isNotified };
  if (!isNotified) {
    return { state: next, events: [] };
  }
  const left = leftCredits === undefined ? {} : { leftCredits };
  return { state: next, events: [{ ...eventOf('person-freed', next), ...left }] };
}

function isNews(state: StopState, now: StopFacts): boolean {
  const before = state.stop;
  const isSameCause = causeKey(before) === causeKey(now);
  if (state.isFreedNotified) {
    return true;
  }
  if (isSameCause && before.amountCredits === 0 && now.amountCredits === 0) {
    // A person with a budget of 0 is not notified every month.
    return false;
  }
  // An amount that did not even cover what was used let no one work meanwhile: it is the same stop.
  const coveredCredits = Math.max(before.amountCredits, before.usedCredits);
  const isUsedUpAnew = now.amountCredits > coveredCredits && now.usedCredits >= allowedBy(now);
  return now.window.through > before.window.through || (isSameCause && isUsedUpAnew);
}

function eventOf(
  kind: StopEvent['kind'],
  { conditionId, stop, owners, occurrence }: Pick<StopState, 'conditionId' | 'stop' | 'owners' | 'occurrence'>,
): StopEvent {
  const what = kind === 'person-stopped' ? `${causeKey(stop)}/${stop.window.from}/${stop.amountCredits}` : 'freed';
  return { kind, eventId: `${conditionId}/${occurrence}/${what}`, conditionId, stop, owners };
}
