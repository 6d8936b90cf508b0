import type { Amount, BudgetMode } from '../../budgets/budget.ts';
import { formatScope, type Scope } from '../../budgets/scope.ts';
import type { Window } from '../../budgets/window.ts';
import type { Day } from '../../time/day.ts';
import type { AffectedUser, ConditionVerdict, SeenPart, UseEvent, UseFacts } from './condition-event.ts';
import type { UseThreshold, UseState } from './condition-state.ts';

/** What a night sees of one budget over one window, or of one user's share of a pool. Credits are integers. */
export interface UseObservation {
  readonly basis: UseFacts['basis'];
  readonly scope: Scope;
  /** Set for a budget of a user, for the default budget (an observation a user), and for a share. */
  readonly user?: AffectedUser;
  readonly window: Window;
  readonly mode: BudgetMode;
  readonly amount: Amount;
  readonly topUpCredits: number;
  /** All of the window's use, whenever the budget was made. */
  readonly usedCredits: number;
  /** Use before the day on which the budget was made or last changed, when that was within the window. */
  readonly usedBeforeChangeCredits?: number;
  /** At which percent of the amount owners are notified. Users are notified at 80 and 100 whatever these are. */
  readonly thresholds: readonly number[];
  readonly owners: readonly string[];
  /** As the facts of an event have them. */
  readonly dataThrough?: Day;
  readonly expectedOn?: Day;
  /** Set by looks between the nights: the part of `usedCredits` that is provisional. They raise, and resolve nothing. */
  readonly seen?: SeenPart;
}

/** The affected user is notified before being stopped, and when stopped; of a pool before alone. */
function userThresholdsOf({ user, basis, seen }: UseObservation): readonly number[] {
  if (user === undefined) {
    return [];
  }
  const ofShare = seen === undefined ? warnPercent : endPercent;
  return basis === 'share' ? [ofShare] : [warnPercent, endPercent];
}

/** That people are stopped is for the run that finds it proven to say to those who look after the budget. */
function ownerThresholdsOf({ thresholds, seen, mode }: UseObservation): readonly number[] {
  const isProvisional = seen !== undefined && mode === 'enforce';
  return isProvisional ? thresholds.filter((percent) => percent < endPercent) : thresholds;
}

/** Of the amount: from here on whoever draws on it is warned. */
export const warnPercent = 80;

/** Of the amount: all of it. */
export const endPercent = 100;

/** How the ids begin of what pools are to their members. */
export const shareIdPrefix = 'use/share/';

export function useConditionId({
  basis,
  scope,
  user,
  window,
}: Pick<UseObservation, 'basis' | 'scope' | 'user' | 'window'>) {
  return `use/${basis}/${formatScope(scope)}/${window.kind}/${window.from}/${user?.userId ?? ''}`;
}

/**
 * Compares one use with its thresholds. There is one notification a threshold, window and amount: none for a restatement
 * that goes down and up again, and another one for a raised budget that is used up too. Several crossed at once make one event.
 */
export function watchUse(
  state: UseState | undefined,
  seen: UseObservation,
  night: { readonly at: string; readonly hasEnded: boolean },
): ConditionVerdict<UseState> {
  if (seen.mode === 'observe' || state?.isClosed === true) {
    return { events: [] };
  }
  const before = state?.lines ?? [];
  const found = percentsOf(seen, before).map((percent) => changeOf(seen, lineAt(before, percent), percent));
  const isStopNotified = setsOwnCaps(seen) && !night.hasEnded && seen.seen === undefined;
  const changes = isStopNotified ? withoutStops(found) : found;
  const lines = changes.flatMap(({ line }) => (line === undefined ? [] : [line]));
  const facts = factsOf(seen);
  const eventsAbout = (kind: UseEvent['kind'], what: 'crossed' | 'resolved') =>
    eventOf(
      { kind, seen, facts, hasEnded: night.hasEnded },
      changes.filter((change) => change.news === what).flatMap(({ line }) => (line === undefined ? [] : [line])),
    );
  const events = [...eventsAbout('use-crossed', 'crossed'), ...eventsAbout('use-resolved', 'resolved')];
  if (changes.every(({ isChanged }) => !isChanged)) {
    return { events };
  }
  const { acknowledged, ...rest } = state ?? { kind: 'use', conditionId: useConditionId(seen) };
  // What was acknowledged was what stood then: a further threshold is another observation.
  const kept = acknowledged === undefined || events.length > 0 ? {} : { acknowledged };
  const shown = lines.some(isProvisional) ? (state?.facts ?? facts) : facts;
  return {
    state: {
      ...rest,
      ...kept,
      kind: 'use',
      asOf: night.at,
      // While anything is provisional, so are the figures that are shown.
      facts: seen.seen === undefined ? shown : facts,
      owners: seen.owners,
      lines,
      isClosed: false,
    },
    events,
  };
}

/** Nothing of it is in the ledger. */
export function isAllProvisional({ lines }: UseState): boolean {
  const inAlarm = lines.filter(({ phase }) => phase === 'in-alarm');
  return inAlarm.length > 0 && inAlarm.every(isProvisional);
}

function isProvisional({ phase, seenOn }: UseThreshold): boolean {
  return phase === 'in-alarm' && seenOn !== undefined;
}

function setsOwnCaps({ user, mode, basis }: UseObservation): boolean {
  return user !== undefined && mode === 'enforce' && basis === 'budget';
}

/**
 * Whoever reaches the end of a budget of their own that sets caps is stopped, and is notified of that and of its end:
 * here it only counts, and so does what is crossed or resolved with it.
 */
function withoutStops(changes: readonly LineChange[]): readonly LineChange[] {
  const end = changes.find(({ line }) => line?.percent === endPercent);
  return end?.isChanged !== true || end.isWithdrawn === true
    ? changes
    : changes.map((change) => {
        const { line, news, isChanged } = change;
        return news === undefined || line === undefined || line.percent > endPercent
          ? change
          : { line: { ...line, isResolutionNotified: true }, isChanged };
      });
}

/** Tells whether a use is on or over any of its thresholds: only then can it raise an alert where none stands. */
export function isPastAnyLine(seen: UseObservation): boolean {
  const amountCredits = amountOf(seen);
  const percents = [...ownerThresholdsOf(seen), ...userThresholdsOf(seen)];
  return amountCredits !== undefined && percents.some((percent) => isOnOrOver(seen, amountCredits, percent));
}

/** What was provisional, once the ledger knows the days on which it was seen, of a use that is no longer looked at. */
export function settleSeen(
  state: UseState,
  { at, dataThrough }: { readonly at: string; readonly dataThrough: Day },
): ConditionVerdict<UseState> {
  const isDue = (line: UseThreshold) => isProvisional(line) && (line.seenOn ?? '') <= dataThrough;
  return state.isClosed || !state.lines.some(isDue)
    ? { events: [] }
    : {
        state: { ...state, asOf: at, lines: state.lines.map((line) => (isDue(line) ? withdrawn(line) : line)) },
        events: [],
      };
}

/** Closes a window that has turned; whoever was notified that it was in alarm is notified that it begins anew. */
export function closeUse(state: UseState, at: string, isNotifiedByAnother: boolean): ConditionVerdict<UseState> {
  const { acknowledged: _, ...rest } = state;
  const closed: UseState = { ...rest, asOf: at, isClosed: true };
  const inAlarm = state.lines.filter((line) => line.phase === 'in-alarm');
  // That a pool begins anew is for those who look after it.
  if (inAlarm.length === 0 || isNotifiedByAnother || state.facts.basis === 'share') {
    return { state: closed, events: [] };
  }
  return {
    state: closed,
    events: [
      {
        kind: 'use-reset',
        eventId: `${state.conditionId}/reset`,
        conditionId: state.conditionId,
        facts: state.facts,
        ...linesFor(inAlarm),
        owners: state.owners,
        isFromTheStart: false,
        hasEnded: true,
      },
    ],
  };
}

interface LineChange {
  readonly line: UseThreshold | undefined;
  readonly isChanged: boolean;
  readonly news?: 'crossed' | 'resolved';
  /** It was provisional, and the ledger knows better. */
  readonly isWithdrawn?: true;
}

function percentsOf(seen: UseObservation, before: readonly UseThreshold[]): readonly number[] {
  const all = new Set([...ownerThresholdsOf(seen), ...userThresholdsOf(seen), ...before.map(({ percent }) => percent)]);
  return [...all].toSorted((a, b) => a - b);
}

function lineAt(lines: readonly UseThreshold[], percent: number): UseThreshold | undefined {
  return lines.find((line) => line.percent === percent);
}

function changeOf(seen: UseObservation, before: UseThreshold | undefined, percent: number): LineChange {
  const isForOwners = ownerThresholdsOf(seen).includes(percent);
  const isForUser = userThresholdsOf(seen).includes(percent);
  const amountCredits = amountOf(seen);
  const isOver = (isForOwners || isForUser) && amountCredits !== undefined && isOnOrOver(seen, amountCredits, percent);
  if (isOver) {
    return crossed(before, { percent, amountCredits, isForOwners, isForUser, ...seenOnOf(seen) });
  }
  if (before === undefined || before.phase === 'resolved' || seen.seen !== undefined || isAwaited(before, seen)) {
    return { line: before, isChanged: false };
  }
  if (before.seenOn !== undefined) {
    return { line: withdrawn(before), isChanged: true, isWithdrawn: true };
  }
  const line: UseThreshold = { ...before, phase: 'resolved', isResolutionNotified: true };
  const isAsked = isForOwners || isForUser;
  return isAsked && !before.isResolutionNotified
    ? { line, isChanged: true, news: 'resolved' }
    : { line, isChanged: true };
}

/** The ledger does not know yet what was seen, and nobody has raised the amount. */
function isAwaited({ seenOn, notifiedAmountCredits }: UseThreshold, seen: UseObservation): boolean {
  const isUnknown = seenOn !== undefined && (seen.dataThrough === undefined || seen.dataThrough < seenOn);
  return isUnknown && (amountOf(seen) ?? Infinity) <= notifiedAmountCredits;
}

/** Nobody is notified of that: whoever was warned was told that it is provisional, and is not warned of it again. */
function withdrawn(line: UseThreshold): UseThreshold {
  const { seenOn: _, ...known } = line;
  return { ...known, phase: 'resolved', isResolutionNotified: true };
}

function seenOnOf({ seen }: UseObservation): Pick<UseThreshold, 'seenOn'> {
  return seen === undefined ? {} : { seenOn: seen.at.slice(0, 10) };
}

function crossed(
  before: UseThreshold | undefined,
  now: Pick<UseThreshold, 'percent' | 'isForOwners' | 'isForUser' | 'seenOn'> & { readonly amountCredits: number },
): LineChange {
  const { amountCredits, ...about } = now;
  if (before?.phase === 'in-alarm') {
    const { seenOn, ...known } = before;
    const isConfirmed = seenOn !== undefined && now.seenOn === undefined;
    return isConfirmed ? { line: known, isChanged: true } : { line: before, isChanged: false };
  }
  if (before !== undefined && amountCredits <= before.notifiedAmountCredits) {
    const { seenOn: _, ...known } = before;
    const again: UseThreshold = { ...known, phase: 'in-alarm' };
    return { line: now.seenOn === undefined ? again : { ...again, seenOn: now.seenOn }, isChanged: true };
  }
  return {
    line: { ...about, phase: 'in-alarm', notifiedAmountCredits: amountCredits, isResolutionNotified: false },
    isChanged: true,
    news: 'crossed',
  };
}

/**
 * Exactly on the line is in alarm. Of an amount of 0 every share is 0: there is a notification that somebody is blocked when it is
 * new, or when they have used something nevertheless, and not every month again.
 */
function isOnOrOver(seen: UseObservation, amountCredits: number, percent: number): boolean {
  if (seen.seen?.ending !== undefined && seen.user !== undefined && percent === endPercent) {
    return true;
  }
  if (amountCredits === 0) {
    return seen.seen === undefined && (seen.usedCredits > 0 || seen.usedBeforeChangeCredits !== undefined);
  }
  return seen.usedCredits * 100 >= amountCredits * percent;
}

function amountOf({ amount, topUpCredits }: UseObservation): number | undefined {
  return amount.kind === 'unlimited' ? undefined : amount.credits + topUpCredits;
}

function factsOf(seen: UseObservation): UseFacts {
  const { basis, scope, user, window, usedCredits, dataThrough, expectedOn } = seen;
  const amountCredits = amountOf(seen);
  return {
    basis,
    scope,
    ...(user === undefined ? {} : { user }),
    window,
    usedCredits,
    ...(amountCredits === undefined ? {} : { amountCredits }),
    setsCaps: seen.mode === 'enforce',
    ...(dataThrough === undefined ? {} : { dataThrough }),
    ...(expectedOn === undefined ? {} : { expectedOn }),
    ...(seen.seen === undefined ? {} : { seen: seen.seen }),
  };
}

function linesFor(lines: readonly UseThreshold[]): Pick<UseEvent, 'ownerLines' | 'userLines'> {
  return {
    ownerLines: lines.filter((line) => line.isForOwners).map(({ percent }) => percent),
    userLines: lines.filter((line) => line.isForUser).map(({ percent }) => percent),
  };
}

function eventOf(
  about: {
    readonly kind: UseEvent['kind'];
    readonly seen: UseObservation;
    readonly facts: UseFacts;
    readonly hasEnded: boolean;
  },
  lines: readonly UseThreshold[],
): readonly UseEvent[] {
  if (lines.length === 0) {
    return [];
  }
  const { kind, seen, facts, hasEnded } = about;
  const conditionId = useConditionId(seen);
  // There is one notification of a threshold for an amount, and one of its end: the pair makes the id.
  const what = lines.map(({ percent, notifiedAmountCredits }) => `${percent}@${notifiedAmountCredits}`).join('+');
  const amountCredits = facts.amountCredits ?? Infinity;
  return [
    {
      kind,
      eventId: `${conditionId}/${kind}/${what}`,
      conditionId,
      facts,
      ...linesFor(lines),
      owners: seen.owners,
      isFromTheStart: kind === 'use-crossed' && (seen.usedBeforeChangeCredits ?? -1) >= amountCredits,
      hasEnded,
    },
  ];
}
