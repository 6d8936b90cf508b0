import type { Context } from 'aws-lambda';

import { metricsVariable } from '../contracts/jobs/run-metrics.ts';
import { describeError } from './plain-error.ts';
import { runMetricsOf } from './run-metrics-of.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Writes the log of a program. */
export interface Logger {
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields | Error): void;
  /** Every line has these fields too, until they are reset. */
  appendKeys(fields: Fields): void;
  resetKeys(): void;
  /** Every line is of this invocation from now on. */
  addContext(context: Pick<Context, 'awsRequestId' | 'functionName'>): void;
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

const levels = ['INFO', 'WARN', 'ERROR'] as const;
type Level = (typeof levels)[number];

/**
 * Writes one JSON object a line, with allowed keys only and errors without their baggage. In a function of a deployment
 * that asks for all metrics, the line that tells how a run ended is its metrics too. Lines go to the streams of the
 * process as they are: what the console of Lambda's runtime prints, it puts into an object of its own.
 */
export function createLogger(service: string): Logger {
  const {
    [metricsVariable]: metrics,
    AWS_LAMBDA_LOG_LEVEL: levelMin,
    AWS_LAMBDA_INITIALIZATION_TYPE: start,
  } = process.env;
  let keys: Fields = {};
  let invocation: { readonly functionName: string; readonly fields: Fields } | undefined;
  const write = (level: Level, message: string, fields: Fields): void => {
    if (levels.indexOf(level) < levels.findIndex((known) => known === levelMin)) {
      return;
    }
    const now = new Date();
    const given = Object.entries({ ...keys, ...fields });
    const allowed = Object.fromEntries(given.filter(([key]) => allowedKeys.has(key)));
    const keysOmitted = given.length - Object.keys(allowed).length;
    const line = {
      timestamp: now.toISOString(),
      level,
      service,
      message,
      ...invocation?.fields,
      xray_trace_id: traceId(),
      ...allowed,
      ...(metrics === 'all' && invocation !== undefined ? runMetricsOf(allowed, invocation.functionName, now) : {}),
      keysOmitted: keysOmitted === 0 ? undefined : keysOmitted,
    };
    const said = Object.entries(line).filter(([, value]) => value !== undefined && value !== null && value !== '');
    const stream = level === 'INFO' ? process.stdout : process.stderr;
    stream.write(`${JSON.stringify(Object.fromEntries(said), shownValue)}\n`);
  };
  return {
    info: (message, fields = {}) => write('INFO', message, fields),
    warn: (message, fields = {}) => write('WARN', message, fields),
    error: (message, fields = {}) => write('ERROR', message, fields instanceof Error ? { error: fields } : fields),
    appendKeys(fields) {
      keys = { ...keys, ...fields };
    },
    resetKeys() {
      keys = {};
    },
    addContext({ functionName, awsRequestId }) {
      const isFirst = start === 'on-demand' && invocation === undefined;
      invocation = { functionName, fields: { function_request_id: awsRequestId, cold_start: isFirst } };
    },
  };
}

/** Writes nothing. */
export const silentLogger: Logger = {
  info: () => {},
  warn: () => {},
  error: () => {},
  appendKeys: () => {},
  resetKeys: () => {},
  addContext: () => {},
};

/** What X-Ray knows the invocation by: `Root=ID;Parent=…`, or the ID alone. */
function traceId(): string | undefined {
  const { _X_AMZN_TRACE_ID: trace = '' } = process.env;
  return trace.includes('=') ? /(?:^|;)Root=([^;]+)/u.exec(trace)?.[1] : trace;
}

/** Called for every value, however deeply nested. */
function shownValue(_key: string, value: unknown): unknown {
  if (value instanceof Error) {
    return describeError(value);
  }
  return typeof value === 'bigint' ? String(value) : value;
}
