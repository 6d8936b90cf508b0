import { formatScope, isPoolScope } from '../../budgets/scope.ts';
import type { ConditionVerdict, Moment, StopEvent, StopFacts } from '../conditions/condition-event.ts';
import type { StopState } from '../conditions/condition-state.ts';

/** Somebody whom a run found left with nothing. */
export interface StopObservation {
  readonly stop: StopFacts;
  /** Of the budget that leaves them nothing. */
  readonly owners: readonly string[];
}

/** Whom a run found stopped, and who may consume again; whoever is neither stays as they were. */
export interface StopsSeen {
  readonly stopped: readonly StopObservation[];
  /** By user id: the credits that the limit leaves them now; absent where nothing limits them any more. */
  readonly freed: ReadonlyMap<string, number | undefined>;
  /** User ids of everybody whose limit is decided: whoever is not among them has left. */
  readonly people: ReadonlySet<string>;
  /** Somebody did it just now, by an edit or by an approval: whoever may go on is notified. */
  readonly isByHand: boolean;
}

export function stopConditionId({ userId }: { readonly userId: string }): string {
  return `stop/${userId}`;
}

/** What leaves somebody nothing, as a text: `team:web/month`, or `ceiling`. */
export function causeKey({ scope, window, isLeftOver }: Pick<StopFacts, 'scope' | 'window' | 'isLeftOver'>): string {
  return scope === undefined ? (isLeftOver === true ? 'left-over' : 'ceiling') : `${formatScope(scope)}/${window.kind}`;
}

/**
 * A person is notified once of what stops them, and until when. While they know that, another budget that stops them no longer than
 * that is no news, nor are credits that come and go as a pool is divided again; a higher amount that is used up too is,
 * and so is being stopped again after they were notified that they may go on.
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
 * Notes that somebody may consume again, or has left; undefined while neither is known. They are notified when somebody did
 * it for them, or when their own budget has credits again before it resets: the mail that said they are stopped named
 * the day of the reset.
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
    // Who may use nothing at all is not notified every month.
    return false;
  }
  const isUsedUpAnew = now.amountCredits > before.amountCredits && now.usedCredits >= now.amountCredits;
  return now.window.through > before.window.through || (isSameCause && isUsedUpAnew);
}

function eventOf(
  kind: StopEvent['kind'],
  { conditionId, stop, owners, occurrence }: Pick<StopState, 'conditionId' | 'stop' | 'owners' | 'occurrence'>,
): StopEvent {
  const what = kind === 'person-stopped' ? `${causeKey(stop)}/${stop.window.from}/${stop.amountCredits}` : 'freed';
  return { kind, eventId: `${conditionId}/${occurrence}/${what}`, conditionId, stop, owners };
}
