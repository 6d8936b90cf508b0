import { Duration } from 'aws-cdk-lib';
import { Metric, type MetricOptions, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';

import {
  functionDimension,
  mailMetrics,
  metricNamespace,
  type runMetrics,
  type runStatuses,
  statusDimension,
} from '../../../shared/kernel/runs/contract/run-metrics.ts';

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

/**
 * The share of bounces or complaints of a configuration set or the account, computed by SES over a representative
 * volume: 0.05 is 5 %. SES judges the account; a set's own metrics are paid.
 */
export function reputationMetric(name: 'BounceRate' | 'ComplaintRate', configurationSetName?: string): Metric {
  return new Metric({
    namespace: 'AWS/SES',
    metricName: `Reputation.${name}`,
    dimensionsMap: configurationSetName === undefined ? undefined : { 'ses:configuration-set': configurationSetName },
    statistic: Stats.MAXIMUM,
    period: Duration.hours(1),
  });
}

/** A metric that the function writes at the end of a run. */
export function runMetric(
  lambda: IFunction,
  metricName: keyof typeof runMetrics | keyof typeof mailMetrics,
  options: MetricOptions & { readonly status?: (typeof runStatuses)[number] },
): Metric {
  const { status, ...rest } = options;
  return new Metric({
    namespace: metricNamespace,
    metricName,
    dimensionsMap: {
      [functionDimension]: lambda.functionName,
      ...(status === undefined ? {} : { [statusDimension]: status }),
    },
    statistic: 'Sum',
    ...rest,
  });
}
