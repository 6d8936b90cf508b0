import { missingIn, type HistoryAlarm } from '../../../domain/controls/history/history-alarm.ts';
import { alarmsIn, lookedForIn, observeAlarms } from '../../../domain/controls/history/observe-alarms.ts';
import { isOfTable } from '../../../domain/controls/evidence/anchors/observe-anchors.ts';
import { latestVersion } from '../../../domain/controls/history/revision-entry.ts';
import { highestOf } from '../../../domain/controls/history/served.ts';
import { mergedRanges } from '../../../domain/controls/history/number-range.ts';
import { handledWith, unhandledRanges, unhandledRevisions } from '../../../domain/controls/history/unhandled.ts';
import {
  isAnotherInForce,
  type WatchIntent,
  type WatchState,
  isWholeReadDue,
  isWholeReadNews,
} from '../../../domain/controls/history/watch-state.ts';
import { collectHistory, type CollectedHistory } from './collect-history.ts';
import type { ObservedState } from '../../../domain/notifications/conditions/condition-state.ts';
import type { LookedForUnder } from '../../../domain/notifications/conditions/decide-conditions.ts';
import { alarmConditions, observationsOf, openAlarmConditions } from '../alarm-conditions.ts';
import { PlatformRefusedError } from '../../runs/ports.ts';
import { storedSteps } from '../stored-revisions.ts';
import type { WatchWork } from '../watch-work.ts';
import { expiredBetween } from '../../../domain/controls/exceptions/control-exception.ts';

export interface Decided {
  /** Absent when there is nothing to write down. */
  readonly state?: WatchState;
  readonly problems: readonly string[];
}

/** So long may the history be unreadable before somebody hears of it, unless the key is refused. */
const unwatchedAfterMs = 30 * 60_000;

/** Reads the history and decides what is to be reported of it. Raises what reading it raises. */
export async function decideHistory(work: WatchWork, state: WatchState): Promise<Decided> {
  const open = await openAlarmConditions(work);
  const collected = await collect(work, state, open);
  const problems = collected.problem === undefined ? [] : [collected.problem];
  if (collected.isCutOff) {
    return { problems };
  }
  if (!collected.isRestarted || state.handled === undefined) {
    return { ...(await decideCollected(work, state, { collected, open })), problems };
  }
  const knownThrough = state.handled.through;
  const anew = restarted(state, knownThrough);
  const again = await collect(work, anew, open);
  const servedThrough = highestOf(again.served.numbers) ?? 0;
  const alarm: HistoryAlarm = { kind: 'restarted', series: anew.series, knownThrough, servedThrough };
  return again.isCutOff
    ? { problems: [again.problem ?? ''] }
    : { ...(await decideCollected(work, anew, { collected: again, open, alarm })), problems };
}

/** Notes that the history could not be read, and reports it when that lasts. */
export async function decideFailure(work: WatchWork, state: WatchState, error: Error): Promise<Decided> {
  const since = state.failingSince ?? work.at;
  const isDue = error instanceof PlatformRefusedError || work.order.atMs - Date.parse(since) >= unwatchedAfterMs;
  const open = await openAlarmConditions(work);
  const alarm: HistoryAlarm = { kind: 'unwatched', since, problem: error.message };
  const { alarms } = await decideOn(work, { observed: isDue ? [alarm] : [], open, lookedFor: {} });
  const problems = [error.message];
  if (alarms.length > 0) {
    const intent = intentOf(work, state, { kind: 'changes', revisions: [], alarms, over: [] });
    return { state: { ...state, failingSince: since, intent }, problems };
  }
  return state.failingSince === undefined ? { state: { ...state, failingSince: since }, problems } : { problems };
}

async function collect(
  { ports, order, at }: WatchWork,
  state: WatchState,
  open: readonly ObservedState[],
): Promise<CollectedHistory> {
  const { series, handled } = state;
  const newest = handled === undefined ? [] : await ports.revisions.find(series, [handled.through]);
  return collectHistory(ports, {
    series,
    handled,
    at,
    isWhole: isWholeReadDue(state, order.atMs),
    newestAt: newest.map((entry) => latestVersion(entry).updatedAt)[0],
    missingReported: mergedRanges([
      ...(handled?.missing ?? []),
      ...open.flatMap(({ observation: { facts } }) => (facts === undefined ? [] : missingIn(facts))),
    ]),
    stopAtMs: order.stopAtMs,
  });
}

function restarted(state: WatchState, knownThrough: number): WatchState {
  const { handled: _handled, wholeReadAt: _wholeReadAt, series, ...rest } = state;
  return { ...rest, series: series + 1, predecessor: { series, revision: knownThrough } };
}

interface Seen {
  readonly collected: CollectedHistory;
  readonly open: readonly ObservedState[];
  /** An alarm that was found before. */
  readonly alarm?: HistoryAlarm;
}

async function decideCollected(
  work: WatchWork,
  state: WatchState,
  { collected, open, alarm }: Seen,
): Promise<{ readonly state?: WatchState }> {
  const { ports, at } = work;
  const { series, handled } = state;
  const { served, rewritten } = collected;
  const unhandled = unhandledRevisions();
  for await (const { entry, previous } of storedSteps(ports.revisions, state, unhandledRanges(handled))) {
    unhandled.add(entry, previous);
  }
  const revisions = unhandled.ranges;
  const isTableChanged = (await work.anchoring.faults()).some(isOfTable);
  const seen = observeAlarms({ series, served, handled: state.handled, rewritten, isTableChanged });
  const observed = [...(alarm === undefined ? [] : [alarm]), ...seen, ...unhandled.wentBack];
  const lookedFor = lookedForIn(open, { series, isWhole: served.isWhole });
  const { alarms, over } = await decideOn(work, { observed, open, lookedFor });
  const isFirst = handled === undefined && state.predecessor === undefined && state.wholeReadAt === undefined;
  const { failingSince: _failed, ...watched } = state;
  const next: WatchState = { ...watched, ...(served.isWhole ? { wholeReadAt: at } : {}) };
  const comparison = await comparisonDue(work, state, revisions.length > 0);
  const isNews = revisions.length + alarms.length + over.length > 0 || isAnotherInForce(state, collected.newest);
  if (!isFirst && comparison === undefined && !isNews) {
    const isAsBefore = state.failingSince === undefined && !isWholeReadNews(state, next);
    return isAsBefore ? {} : { state: next };
  }
  const kind = isFirst ? 'first-run' : 'changes';
  const { newest } = collected;
  const told = { kind, revisions, alarms, over, ...(newest && { newest }), ...(comparison && { comparison }) } as const;
  return { state: { ...next, intent: intentOf(work, next, told) } };
}

interface ObservedAlarms {
  readonly observed: readonly HistoryAlarm[];
  readonly open: readonly ObservedState[];
  readonly lookedFor: Partial<LookedForUnder<'controls'>>;
}

/** Which alarms are raised, brought back or resolved. They become conditions once the intent is written. */
async function decideOn(
  work: WatchWork,
  { observed, open, lookedFor }: ObservedAlarms,
): Promise<ReturnType<typeof alarmsIn>> {
  // Most runs see no alarm and know of none: then there is nothing to decide, and no need to know how.
  if (observed.length + open.length === 0) {
    return { alarms: [], over: [] };
  }
  const { decideConditions } = await import('../../../domain/notifications/conditions/decide-conditions.ts');
  const known = await alarmConditions(work, observed, open);
  const observations = { at: work.at, observed: observationsOf(work, observed, known), lookedFor };
  const nobody = { admins: [], fallback: [], unreachable: new Set<string>() };
  return alarmsIn(decideConditions(observations, known, nobody).events);
}

function intentOf(
  { order, at }: WatchWork,
  state: WatchState,
  told: Pick<WatchIntent, 'kind' | 'alarms' | 'comparison' | 'newest' | 'over' | 'revisions'>,
): WatchIntent {
  const { series, handled, version } = state;
  const after = handledWith(handled, told.revisions);
  const [first, last] = [told.revisions[0], told.revisions.at(-1)];
  const named = first === undefined || last === undefined ? 'alarms' : `${first.from}-${last.through}`;
  return {
    // The version keeps two reports about the same numbers apart.
    reportId: `${series}/${named}/${version + 1}`,
    runId: order.runId,
    at,
    series,
    ...told,
    ...(after === undefined ? {} : { handled: after }),
  };
}

/**
 * Whether the controls are to be held against what was approved: they changed, another baseline was approved,
 * or an exception expired.
 */
export async function comparisonDue(
  { ports, at }: WatchWork,
  { comparedAt, baselineVersion }: WatchState,
  isChanged: boolean,
): Promise<WatchIntent['comparison']> {
  const approved = await ports.decisions.readBaseline();
  const since = comparedAt ?? at;
  const exceptions = await ports.decisions.listExceptions();
  const isExpired = expiredBetween(exceptions, Date.parse(since), Date.parse(at)).length > 0;
  const isAnother = approved?.version !== baselineVersion;
  const isDue = isExpired || isAnother || (isChanged && approved !== undefined);
  return isDue ? { since, ...(approved === undefined ? {} : { baselineVersion: approved.version }) } : undefined;
}
