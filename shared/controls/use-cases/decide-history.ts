import { isOfTable } from '../../evidence/anchors/observe-anchors.ts';
import { PlatformRefusedError, PlatformUnavailableError } from '../../kernel/runs/ports.ts';
import type { ObservedState } from '../../notifications/conditions/condition-state.ts';
import { expiredBetween } from '../control-exception.ts';
import { type HistoryAlarm, missingIn } from '../history/history-alarm.ts';
import { type LastLook, lookThatCounts, markOfPages, type ServedPages } from '../history/last-look.ts';
import { mergedRanges, rangesOf } from '../history/number-range.ts';
import { alarmOf, lookedForIn, observeAlarms, timeGoesBack } from '../history/observe-alarms.ts';
import { latestVersion } from '../history/revision-entry.ts';
import { highestOf } from '../history/served.ts';
import {
  handledWith,
  isAnotherInForce,
  isWholeReadDue,
  isWholeReadNews,
  unhandledRanges,
  type WatchIntent,
  type WatchState,
} from '../history/watch-state.ts';
import type { ControlsHistory } from '../ports.ts';
import { decideAlarms, openAlarmConditions } from './alarm-conditions.ts';
import { type CollectedHistory, collectHistory } from './collect-history.ts';
import { storedSteps } from './stored-revisions.ts';
import type { WatchWork } from './watch-work.ts';

/** The last look, when everything it covered is unchanged. Throws what reading the history throws. */
async function sameAsLastLook(work: WatchWork, state: WatchState): Promise<LastLook | undefined> {
  const { ports, order, at, anchoring } = work;
  // A dry run leaves no heartbeat, and shows what a run would do.
  if (order.dryRun || (await anchoring.faults()).length > 0) {
    return undefined;
  }
  const look = lookThatCounts(await anchoring.head(), state, at);
  const isDue = look !== undefined && !look.served.isWhole && isWholeReadDue(state, order.atMs);
  return look !== undefined && !isDue && (await isServed(ports.history, look.served)) ? look : undefined;
}

async function isServed(history: ControlsHistory, { count, isWhole, mark }: ServedPages): Promise<boolean> {
  const marks: string[] = [];
  for await (const each of history.marks?.() ?? []) {
    if (marks.length === count) {
      return false;
    }
    marks.push(each);
    if (marks.length === count && !isWhole) {
      break;
    }
  }
  return marks.length === count && markOfPages(marks) === mark;
}

export type ReadHistory = { readonly kind: 'as-before'; readonly look: LastLook } | HistoryRead;

type HistoryRead = { readonly open: readonly ObservedState[] } & (
  | { readonly kind: 'failed'; readonly error: Error }
  /** The time was up: nothing may be decided. */
  | { readonly kind: 'cut-off'; readonly problem: string }
  | {
      readonly kind: 'read';
      /** In another series than before when the platform counts anew: the alarm says so. */
      readonly state: WatchState;
      readonly restarted?: HistoryAlarm;
      readonly collected: CollectedHistory;
      readonly problems: readonly string[];
    }
);

/** Reads the history and stores new revisions; reads it once more when its numbers start again. */
export async function readHistory(work: WatchWork, state: WatchState): Promise<ReadHistory> {
  let open: readonly ObservedState[] | undefined;
  try {
    const look = await sameAsLastLook(work, state);
    if (look !== undefined) {
      return { kind: 'as-before', look };
    }
    open = await openAlarmConditions(work);
    const collected = await collect(work, state, open);
    const problems = collected.problem === undefined ? [] : [collected.problem];
    if (collected.isCutOff) {
      return { kind: 'cut-off', problem: collected.problem ?? '', open };
    }
    if (!collected.isRestarted || state.handled === undefined) {
      return { kind: 'read', state, collected, problems, open };
    }
    const knownThrough = state.handled.through;
    const restartedState = countedAgain(state, knownThrough);
    const again = await collect(work, restartedState, open);
    const servedThrough = highestOf(again.served.numbers) ?? 0;
    const restarted: HistoryAlarm = { kind: 'restarted', series: restartedState.series, knownThrough, servedThrough };
    return again.isCutOff
      ? { kind: 'cut-off', problem: again.problem ?? '', open }
      : { kind: 'read', state: restartedState, restarted, collected: again, problems, open };
  } catch (error) {
    if (error instanceof PlatformUnavailableError || error instanceof PlatformRefusedError) {
      return { kind: 'failed', error, open: open ?? (await openAlarmConditions(work)) };
    }
    throw error;
  }
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
      ...open.flatMap(({ observation }) => {
        const alarm = alarmOf(observation);
        return alarm === undefined ? [] : missingIn(alarm);
      }),
    ]),
    stopAtMs: order.stopAtMs,
  });
}

function countedAgain(state: WatchState, knownThrough: number): WatchState {
  const { handled: _handled, wholeReadAt: _wholeReadAt, series, ...rest } = state;
  return { ...rest, series: series + 1, predecessor: { series, revision: knownThrough } };
}

export interface Decided {
  readonly state?: WatchState;
  readonly problems: readonly string[];
  readonly isFailed: boolean;
}

/** How long the history may be unreadable before that is reported, unless the key is refused. */
const unwatchedAfterMs = 30 * 60_000;

/** Decides what to report of the history. Writes nothing. */
export async function decideHistory(work: WatchWork, seen: WatchState, read: ReadHistory): Promise<Decided> {
  switch (read.kind) {
    case 'as-before':
      return { problems: [], isFailed: false };
    case 'cut-off':
      return { problems: [read.problem], isFailed: false };
    case 'failed':
      return decideFailure(work, seen, read);
    case 'read':
      return { ...(await decideCollected(work, read)), problems: read.problems, isFailed: false };
  }
}

/** Notes that the history could not be read, and reports it when that lasts. */
async function decideFailure(
  work: WatchWork,
  state: WatchState,
  { error, open }: Extract<ReadHistory, { readonly kind: 'failed' }>,
): Promise<Decided> {
  const since = state.failingSince ?? work.at;
  const isDue = error instanceof PlatformRefusedError || work.order.atMs - Date.parse(since) >= unwatchedAfterMs;
  const alarm: HistoryAlarm = { kind: 'unwatched', since, problem: error.message };
  const { alarms } = await decideAlarms(work, { observed: isDue ? [alarm] : [], open, lookedFor: {} });
  const failed = { problems: [error.message], isFailed: true };
  if (alarms.length > 0) {
    const intent = intentOf(work, state, { kind: 'changes', revisions: [], alarms, over: [] });
    return { ...failed, state: { ...state, failingSince: since, intent } };
  }
  return state.failingSince === undefined ? { ...failed, state: { ...state, failingSince: since } } : failed;
}

async function decideCollected(
  work: WatchWork,
  { state, restarted, collected, open }: Extract<ReadHistory, { readonly kind: 'read' }>,
): Promise<{ readonly state?: WatchState }> {
  const { series, handled } = state;
  const { served, rewritten, newest } = collected;
  const { revisions, wentBack } = await unhandledIn(work, state);
  const isTableChanged = (await work.anchoring.faults()).some(isOfTable);
  const seen = observeAlarms({ series, served, handled, rewritten, isTableChanged });
  const { alarms, over } = await decideAlarms(work, {
    observed: [...(restarted === undefined ? [] : [restarted]), ...seen, ...wentBack],
    open,
    lookedFor: lookedForIn(open, { series, isWhole: served.isWhole }),
  });
  const isFirst = handled === undefined && state.predecessor === undefined && state.wholeReadAt === undefined;
  const { failingSince: _failed, ...watched } = state;
  const next: WatchState = { ...watched, ...(served.isWhole ? { wholeReadAt: work.at } : {}) };
  const comparison = await comparisonDue(work, state, revisions.length > 0);
  const isNews = revisions.length + alarms.length + over.length > 0 || isAnotherInForce(state, newest);
  if (!isFirst && comparison === undefined && !isNews) {
    const isAsBefore = state.failingSince === undefined && !isWholeReadNews(state, next);
    return isAsBefore ? {} : { state: next };
  }
  const kind = isFirst ? 'first-run' : 'changes';
  const reported = {
    kind,
    revisions,
    alarms,
    over,
    ...(newest && { newest }),
    ...(comparison && { comparison }),
  } as const;
  return { state: { ...next, intent: intentOf(work, next, reported) } };
}

const wentBackMax = 100;

async function unhandledIn({ ports }: WatchWork, state: WatchState) {
  const numbers: number[] = [];
  const wentBack: HistoryAlarm[] = [];
  for await (const { entry, previous } of storedSteps(ports.revisions, state, unhandledRanges(state.handled))) {
    numbers.push(entry.revision);
    const alarm = previous === undefined ? undefined : timeGoesBack(entry, previous);
    if (alarm !== undefined && wentBack.length < wentBackMax) {
      wentBack.push(alarm);
    }
  }
  return { revisions: rangesOf(numbers), wentBack };
}

function intentOf(
  { order, at }: WatchWork,
  state: WatchState,
  reported: Pick<WatchIntent, 'kind' | 'alarms' | 'comparison' | 'newest' | 'over' | 'revisions'>,
): WatchIntent {
  const { series, handled, version } = state;
  const after = handledWith(handled, reported.revisions);
  const [first, last] = [reported.revisions[0], reported.revisions.at(-1)];
  const named = first === undefined || last === undefined ? 'alarms' : `${first.from}-${last.through}`;
  return {
    // The version distinguishes two reports about the same numbers.
    reportId: `${series}/${named}/${version + 1}`,
    runId: order.runId,
    at,
    series,
    ...reported,
    ...(after === undefined ? {} : { handled: after }),
  };
}

/** Whether to compare with the baseline: controls changed, another one was approved, or an exception expired. */
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
