import { LogFormatter, Logger, LogItem } from '@aws-lambda-powertools/logger';
import type { LogAttributes, UnformattedAttributes } from '@aws-lambda-powertools/logger/types';

import {
  metricsVariable,
  functionDimension,
  mailMetrics,
  metricNamespace,
  runMetrics,
  statusDimension,
} from '../contracts/jobs/run-metrics.ts';
import { daysBetween, dayOf, isDay } from '../domain/time/day.ts';
import { describeError } from './plain-error.ts';

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

/** Whatever else somebody passes is left out of the log: a new key is a decision, made here. */
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

/**
 * Writes one JSON object a line to standard output, with allowed keys only and errors without their baggage. In a
 * function of a deployment that asks for all metrics, the line that tells how a run ended is its metrics too.
 */
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
