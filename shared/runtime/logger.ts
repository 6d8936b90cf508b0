import { LogFormatter, Logger, LogItem } from '@aws-lambda-powertools/logger';
import type { LogAttributes, UnformattedAttributes } from '@aws-lambda-powertools/logger/types';

import { metricsVariable } from '../contracts/jobs/run-metrics.ts';
import { describeError } from './plain-error.ts';
import { runMetricsOf } from './run-metrics-of.ts';

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
