import { mailMetrics } from '../../../shared/kernel/runs/contract/run-metrics.ts';

/** Above this share of its time limit a function hangs: it stops itself long before. */
export const slowShare = 0.8;

const badEnds = ['error', 'failure', 'timeout'] as const;

/**
 * Matches log lines of a failure: our errors, the runtime's, and Lambda's report of an invocation that failed, was
 * stopped or came close to its time limit. CloudWatch Logs filter syntax.
 */
export function failurePattern(timeSeconds: number): string {
  const ends = badEnds.map((status) => `($.record.status = "${status}")`).join(' || ');
  const isSlow = `($.record.metrics.durationMs >= ${timeSeconds * slowShare * 1_000})`;
  return `{ ($.level = "ERROR") || ($.level = "FATAL") || (($.type = "platform.report") && (${ends} || ${isSlow})) }`;
}

/** Matches a call that the admin API could not answer. */
export const unansweredPattern = '{ $.status = "5*" }';

/** Matches the last line of a held run. */
export const heldPattern = '{ ($.runId = "*") && ($.status = "held") }';

/** Matches the line reporting that no recipient is reachable. */
export const nobodyReachablePattern = `{ $.${mailMetrics.adminsReachable} = 0 }`;
