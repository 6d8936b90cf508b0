import { compareWithBaseline, type Deviation } from '../../domain/controls/baseline.ts';
import type { BaselineReport, ReportedDeviation } from '../../domain/controls/controls-report.ts';
import {
  exceptionFor,
  expiredBetween,
  type ControlException,
} from '../../domain/controls/exceptions/control-exception.ts';
import type { WatchIntent } from '../../domain/controls/history/watch-state.ts';
import type { WatchPorts, WatchWork } from './watch-work.ts';
import { contentOf } from './judge-revision.ts';

/** What a comparison came to, and what the next one is to begin with. */
interface Comparison {
  readonly report: BaselineReport;
  readonly deviations: readonly Deviation[];
}

/** Holds the newest controls against the approved ones. Undefined when an intent asks for none. */
export async function compareControls(work: WatchWork, intent: WatchIntent): Promise<Comparison | undefined> {
  if (intent.comparison === undefined) {
    return undefined;
  }
  const { decisions } = work.ports;
  const [approved, exceptions] = [await decisions.readBaseline(), await decisions.listExceptions()];
  const deviations = approved === undefined ? [] : await deviationsFrom(work, intent, approved.baseline);
  const atMs = Date.parse(intent.at);
  return {
    deviations,
    report: {
      ...(approved === undefined ? {} : { approved: withoutSettings(approved.baseline) }),
      deviations: deviations.map((deviation) => reported(deviation, exceptions, atMs)),
      expired: expiredBetween(exceptions, Date.parse(intent.comparison.since), atMs),
    },
  };
}

async function deviationsFrom(
  { ports, rules }: WatchWork,
  { series, handled, at }: WatchIntent,
  baseline: Parameters<typeof compareWithBaseline>[0],
): Promise<readonly Deviation[]> {
  const newest = handled === undefined ? [] : await ports.revisions.find(series, [handled.through]);
  const [entry] = newest;
  if (entry === undefined) {
    return [];
  }
  const { settings } = await contentOf(ports.revisions, entry);
  const previous = await ports.state.readDeviations();
  return compareWithBaseline(baseline, settings, { diff: (await rules()).diff, previous, at });
}

function reported(deviation: Deviation, exceptions: readonly ControlException[], atMs: number): ReportedDeviation {
  const [change] = deviation.changes;
  const exception = change === undefined ? undefined : exceptionFor(change, exceptions, atMs);
  return exception === undefined ? { deviation } : { deviation, exception };
}

function withoutSettings({
  source,
  approvedBy,
  approvedAt,
}: Parameters<typeof compareWithBaseline>[0]): NonNullable<BaselineReport['approved']> {
  return { source, approvedBy, approvedAt };
}

/** `sessionRetentionDays` of the approved baseline, which the judgement of a lowered one depends on. */
export async function approvedRetentionDays({ decisions }: Pick<WatchPorts, 'decisions'>): Promise<number | undefined> {
  const days = (await decisions.readBaseline())?.baseline.settings['sessionRetentionDays'];
  return typeof days === 'number' ? days : undefined;
}
