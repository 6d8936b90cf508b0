import type { Day } from '../../kernel/time/day.ts';
import type { ConditionVerdict, UseEvent, UseFacts } from './condition-event.ts';
import { linesFor, type UseState, type UseThreshold } from './condition-state.ts';
import {
  amountOf,
  endPercent,
  useConditionId,
  type UseObservation,
  thresholdChange,
  isProvisional,
  thresholdAt,
  thresholdPercents,
  withdrawn,
  type ThresholdChange,
} from './use-observation.ts';

/**
 * Compares a use with its thresholds. One notification per threshold, window and amount: none for a restatement that
 * goes down and up again, and another one for a raised budget that is used up too. Several crossed at once make one
 * event.
 */
export function watchUse(
  state: UseState | undefined,
  seen: UseObservation,
  run: { readonly at: string; readonly hasEnded: boolean },
): ConditionVerdict<UseState> {
  if (seen.mode === 'observe' || state?.isClosed === true) {
    return { events: [] };
  }
  const before = state?.lines ?? [];
  const found = thresholdPercents(seen, before).map((percent) =>
    thresholdChange(seen, thresholdAt(before, percent), percent),
  );
  const isStopNotified = setsOwnCaps(seen) && !run.hasEnded && seen.seen === undefined;
  const changes = isStopNotified ? withoutStops(found) : found;
  const lines = linesOf(changes);
  const facts = factsOf(seen);
  const eventsAbout = (kind: UseEvent['kind'], what: 'crossed' | 'resolved') =>
    eventOf({ kind, seen, facts, hasEnded: run.hasEnded }, linesOf(changes.filter((change) => change.news === what)));
  const events = [...eventsAbout('use-crossed', 'crossed'), ...eventsAbout('use-resolved', 'resolved')];
  if (changes.every(({ isChanged }) => !isChanged)) {
    return { ...newFigures(state, facts), events };
  }
  const { acknowledged, ...rest } = state ?? { kind: 'use', conditionId: useConditionId(seen) };
  // The acknowledgement covered the earlier thresholds: a further one is another observation.
  const kept = acknowledged === undefined || events.length > 0 ? {} : { acknowledged };
  const shown = lines.some(isProvisional) ? (state?.facts ?? facts) : facts;
  return {
    state: {
      ...rest,
      ...kept,
      kind: 'use',
      asOf: run.at,
      // While a threshold is provisional, so are the figures shown.
      facts: seen.seen === undefined ? shown : facts,
      owners: seen.owners,
      lines,
      isClosed: false,
    },
    events,
  };
}

/** What lists say of an open alert are the figures of the last run; it is as old as before. */
function newFigures(state: UseState | undefined, facts: UseFacts): { readonly state?: UseState } {
  const isOpen = state?.lines.some(({ phase }) => phase === 'in-alarm') === true;
  const isKnown = state?.facts.seen === undefined && facts.seen === undefined;
  // Nor does it go on saying that a stopped person will be stopped.
  const isNews = state?.facts.usedCredits !== facts.usedCredits || state.facts.setsCaps !== facts.setsCaps;
  return isOpen && isKnown && isNews ? { state: { ...state, facts } } : {};
}

function linesOf(changes: readonly ThresholdChange[]): readonly UseThreshold[] {
  return changes.flatMap(({ line }) => line ?? []);
}

export function isAllProvisional({ lines }: UseState): boolean {
  const inAlarm = lines.filter(({ phase }) => phase === 'in-alarm');
  return inAlarm.length > 0 && inAlarm.every(isProvisional);
}

function setsOwnCaps({ user, mode, basis }: UseObservation): boolean {
  return user !== undefined && mode === 'enforce' && basis === 'budget';
}

/** A user at the end of their own enforced budget is notified as stopped: here the threshold only counts. */
function withoutStops(changes: readonly ThresholdChange[]): readonly ThresholdChange[] {
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

/** Settles provisional thresholds of a use that is no longer observed, once the ledger knows their days. */
export function settleSeen(
  state: UseState | undefined,
  { at, dataThrough }: { readonly at: string; readonly dataThrough?: Day },
): ConditionVerdict<UseState> {
  const isDue = (line: UseThreshold) =>
    isProvisional(line) && dataThrough !== undefined && (line.seenOn ?? '') <= dataThrough;
  if (state === undefined || state.isClosed || !state.lines.some(isDue)) {
    return { events: [] };
  }
  const lines = state.lines.map((line) => (isDue(line) ? withdrawn(line) : line));
  return { state: { ...state, asOf: at, lines }, events: [] };
}

/** Resolves the alerts of a budget that does not apply any more, which its recipients are notified of. */
export function endUse(state: UseState, at: string): ConditionVerdict<UseState> {
  const inAlarm = state.lines.filter(({ phase }) => phase === 'in-alarm');
  if (inAlarm.length === 0) {
    return { events: [] };
  }
  const { acknowledged: _, ...rest } = state;
  const { conditionId, facts, owners } = state;
  const told = inAlarm.filter((line) => !line.isResolutionNotified && !isProvisional(line));
  const event = {
    kind: 'use-ended',
    eventId: `${conditionId}/use-ended/${at}`,
    conditionId,
    facts,
    ...linesFor(told),
    owners,
    isFromTheStart: false,
    hasEnded: false,
  } as const;
  return {
    state: {
      ...rest,
      asOf: at,
      lines: state.lines.map((line) => (line.phase === 'in-alarm' ? withdrawn(line) : line)),
    },
    events: told.length === 0 ? [] : [event],
  };
}

/** Closes a window that has ended; recipients of its alarm are notified of the new window. */
export function closeUse(state: UseState, at: string, isNotifiedByAnother: boolean): ConditionVerdict<UseState> {
  const { acknowledged: _, ...rest } = state;
  const closed: UseState = { ...rest, asOf: at, isClosed: true };
  const inAlarm = state.lines.filter((line) => line.phase === 'in-alarm');
  // Only those responsible are notified that a pool begins again.
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

function factsOf(seen: UseObservation): UseFacts {
  const { basis, scope, user, window, usedCredits, dataThrough, expectedOn } = seen;
  const amountCredits = amountOf(seen);
  const stopsAtCredits = stopsAbove(seen);
  return {
    basis,
    scope,
    user,
    window,
    usedCredits,
    amountCredits,
    setsCaps: seen.mode === 'enforce' && stopsAtCredits === undefined && !isStoppedByAnother(seen),
    stopsAtCredits,
    dataThrough,
    expectedOn,
    seen: seen.seen,
  };
}

function isStoppedByAnother(seen: UseObservation): boolean {
  return seen.isStopped === true && seen.usedCredits < (amountOf(seen) ?? Infinity);
}

/** An overcommitted pool stops no one at its amount. */
function stopsAbove(seen: UseObservation): number | undefined {
  const { basis, mode, usedCredits, overcommit = 1 } = seen;
  const stopsAt = Math.floor((amountOf(seen) ?? 0) * overcommit);
  return basis === 'budget' && mode === 'enforce' && overcommit > 1 && usedCredits < stopsAt ? stopsAt : undefined;
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
  // One notification of a threshold per amount, and one of its end: the pair makes the id.
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
