import {
  functionDimension,
  mailMetrics,
  metricNamespace,
  runMetrics,
  statusDimension,
} from '../contracts/jobs/run-metrics.ts';
import { daysBetween, dayOf, isDay } from '../domain/time/day.ts';

/** Fields that make a log line of CloudWatch's embedded metric format out of an ordinary one. */
type MetricFields = Readonly<Record<string, unknown>>;

/** Figures of a log line that are metrics as they are. */
const countedNames = [
  runMetrics.capsChanged,
  runMetrics.capsFailed,
  runMetrics.alerts,
  mailMetrics.adminsReachable,
  mailMetrics.recipientsUnreachable,
];

/**
 * The metrics of a run, read from the log line that tells how it ended: the one with a run id and a status. Absent for
 * every other line. The line itself carries the figures, so that every metric can be followed to its run, and a
 * function that logs the end of its runs is watched without doing anything for it. What an earlier run did
 * (`isRepeat`) is not counted again.
 */
export function runMetricsOf(line: Readonly<Record<string, unknown>>, functionName: string, now: Date): MetricFields {
  const { runId, status, dataThrough, isRepeat } = line;
  if (typeof runId !== 'string' || typeof status !== 'string') {
    return {};
  }
  const figures = {
    [runMetrics.runsDone]: status === 'failed' ? 0 : 1,
    ...(typeof dataThrough === 'string' && isDay(dataThrough)
      ? { [runMetrics.dataAgeDays]: daysBetween(dataThrough, dayOf(now.getTime())) }
      : {}),
  };
  const counted = countedNames.filter((name) => typeof line[name] === 'number' && isRepeat !== true);
  return {
    [functionDimension]: functionName,
    [runMetrics.runs]: 1,
    ...figures,
    _aws: {
      Timestamp: now.getTime(),
      CloudWatchMetrics: [
        directive([functionDimension], [...Object.keys(figures), ...counted]),
        directive([functionDimension, statusDimension], [runMetrics.runs]),
      ],
    },
  };
}

function directive(dimensions: readonly string[], names: readonly string[]) {
  return { Namespace: metricNamespace, Dimensions: [dimensions], Metrics: names.map((Name) => ({ Name })) };
}
