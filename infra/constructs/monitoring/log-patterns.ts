import { mailMetrics } from '../../../shared/kernel/runs/contract/run-metrics.ts';

/** A function stops itself long before: past this share of its time limit, something hangs. */
export const slowShare = 0.8;

/** How Lambda ends an invocation that did not succeed, as the report in its log says. */
const badEnds = ['error', 'failure', 'timeout'] as const;

/**
 * Matches the lines of a log that tell of a failure: our own errors and those of the runtime, and Lambda's report of an
 * invocation that failed, was stopped, or came close to its time limit. The syntax is that of filters of CloudWatch Logs.
 */
export function failurePattern(timeSeconds: number): string {
  const ends = badEnds.map((status) => `($.record.status = "${status}")`).join(' || ');
  const isSlow = `($.record.metrics.durationMs >= ${timeSeconds * slowShare * 1_000})`;
  return `{ ($.level = "ERROR") || ($.level = "FATAL") || (($.type = "platform.report") && (${ends} || ${isSlow})) }`;
}

/** Matches the line of a call that the admin API could not answer. */
export const unansweredPattern = '{ $.status = "5*" }';

/** Matches the line that ends a run which was held. */
export const heldPattern = '{ ($.runId = "*") && ($.status = "held") }';

/** Matches the line that says that mail reaches nobody who is to be notified. */
export const nobodyReachablePattern = `{ $.${mailMetrics.adminsReachable} = 0 }`;
