import { LogFormatter, Logger, LogItem } from '@aws-lambda-powertools/logger';
import type { LogAttributes, UnformattedAttributes } from '@aws-lambda-powertools/logger/types';

import {
  metricsVariable,
  functionDimension,
  mailMetrics,
  metricNamespace,
  runMetrics,
  statusDimension,
} from '../runs/contract/run-metrics.ts';
import { daysBetween, dayOf, isDay } from '../time/day.ts';
import { describeError } from './plain-error.ts';

const countedNames = [
  runMetrics.capsChanged,
  runMetrics.capsFailed,
  runMetrics.alerts,
  mailMetrics.adminsReachable,
  mailMetrics.recipientsUnreachable,
];

/**
 * The metrics of a run, from the log line of its end: the one with a run id and a status; undefined for every other
 * line. The line carries the figures, so that every metric leads to its run. A repeat (`isRepeat`) is not counted
 * again.
 */
export function runMetricsOf(
  line: Readonly<Record<string, unknown>>,
  functionName: string,
  now: Date,
): Readonly<Record<string, unknown>> {
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

/** Other keys are dropped from the log: a new key is a decision made here. */
const allowedKeys: ReadonlySet<string> = new Set([
  'runId',
  'enforceRunId',
  'job',
  'schedule',
  'status',
  'dataThrough',
  'capsChanged',
  'capsFailed',
  'alerts',
  'isUnfinished',
  'isRepeat',
  'changes',
  'adopted',
  'findings',
  'mailsTaken',
  'mailsRefused',
  'mailsUnknown',
  'mailsLeft',
  'comeBackAt',
  'invalid',
  'guard',
  'eventType',
  'noted',
  'recorded',
  'adminsReachable',
  'recipientsUnreachable',
  'detail',
  'problems',
  'problemsMore',
  'endpoint',
  'attempt',
  'failure',
  'httpStatus',
  'delayMs',
  'fields',
  'rows',
  'firstProblem',
  'error',
]);

/** Writes one JSON object per line, with allowed keys and reduced errors. Where asked, a run's end has all metrics. */
export function createLogger(serviceName: string): Logger {
  const { [metricsVariable]: metrics } = process.env;
  return new Logger({ serviceName, logFormatter: new AllowListFormatter(metrics === 'all') });
}

class AllowListFormatter extends LogFormatter {
  private readonly areRunsMetrics: boolean;

  constructor(areRunsMetrics: boolean) {
    super();
    this.areRunsMetrics = areRunsMetrics;
  }

  override formatAttributes(base: UnformattedAttributes, extra: LogAttributes): LogItem {
    const given = Object.entries(extra);
    const allowed = given.filter(([key]) => allowedKeys.has(key));
    const keysOmitted = given.length - allowed.length;
    const functionName = this.areRunsMetrics ? base.lambdaContext?.functionName : undefined;
    return new LogItem({
      attributes: {
        timestamp: this.formatTimestamp(base.timestamp),
        level: base.logLevel,
        service: base.serviceName,
        message: base.message,
        function_request_id: base.lambdaContext?.awsRequestId,
        cold_start: base.lambdaContext?.coldStart,
        xray_trace_id: base.xRayTraceId,
        ...Object.fromEntries(allowed),
        ...(functionName === undefined ? {} : runMetricsOf(Object.fromEntries(allowed), functionName, base.timestamp)),
        keysOmitted: keysOmitted === 0 ? undefined : keysOmitted,
      },
    });
  }

  /** Called for every error, however deeply nested. */
  override formatError(error: Error): LogAttributes {
    return { ...describeError(error) };
  }
}
