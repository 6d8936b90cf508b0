import { Duration } from 'aws-cdk-lib';
import { GraphWidget, type IWidget, Stats, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';

import {
  resultMetrics,
  runMetrics,
  runStatuses,
  mailMetrics,
} from '../../../shared/kernel/runs/contract/run-metrics.ts';
import type { AdminApiFunction } from '../admin-api-function.ts';
import type { JobFunction } from '../job-function.ts';
import { reputationMetric } from './reputation-metric.ts';
import { runMetric } from './run-metric.ts';

const period = Duration.hours(1);
const width = { quarter: 6, half: 12 };

/** A job's dashboard row: status, results and data age of runs, and errors. */
export function jobWidgets({ job, lambda, deadLetters }: JobFunction): IWidget[] {
  return [
    new TextWidget({ markdown: `## ${job.name}\n${job.purpose}`, width: 24, height: 2 }),
    new GraphWidget({
      title: 'Runs by status',
      width: width.quarter,
      stacked: true,
      left: runStatuses.map((status) => runMetric(lambda, runMetrics.runs, { period, status, label: status })),
    }),
    new GraphWidget({
      title: resultMetrics.title,
      width: width.quarter,
      left: resultMetrics.names.map((name) => runMetric(lambda, name, { period })),
    }),
    new GraphWidget({
      title: 'Age of the data in days, longest run in milliseconds',
      width: width.quarter,
      left: [runMetric(lambda, runMetrics.dataAgeDays, { period, statistic: Stats.MAXIMUM })],
      right: [lambda.metricDuration({ period, statistic: Stats.MAXIMUM })],
    }),
    new GraphWidget({
      title: 'Errors, throttles, dead letters',
      width: width.quarter,
      left: [
        lambda.metricErrors({ period }),
        lambda.metricThrottles({ period }),
        deadLetters.metricApproximateNumberOfMessagesVisible({ period, statistic: Stats.MAXIMUM }),
      ],
    }),
  ];
}

const counted = { period, statistic: Stats.MAXIMUM };

/** The mail row: bounces and reachable recipients. */
export function mailWidgets(lambda: IFunction, configurationSetName: string): IWidget[] {
  return [
    new TextWidget({ markdown: '## Mails\nBounces, and whom mail reaches', width: 24, height: 2 }),
    new GraphWidget({
      title: 'Share of mails that bounce, and that are reported as unwanted',
      width: width.half,
      left: [reputationMetric('BounceRate', configurationSetName)],
      right: [reputationMetric('ComplaintRate', configurationSetName)],
    }),
    new GraphWidget({
      title: 'Reachable admins, unreachable addresses',
      width: width.half,
      left: [
        runMetric(lambda, mailMetrics.adminsReachable, counted),
        runMetric(lambda, mailMetrics.recipientsUnreachable, counted),
      ],
    }),
  ];
}

/** The admin API's row: requests, latency, failures. */
export function adminApiWidgets({ declaration, lambda }: AdminApiFunction): IWidget[] {
  return [
    new TextWidget({ markdown: `## ${declaration.name}\n${declaration.purpose}`, width: 24, height: 2 }),
    new GraphWidget({
      title: 'Requests, longest in milliseconds',
      width: width.half,
      left: [lambda.metricInvocations({ period })],
      right: [lambda.metricDuration({ period, statistic: Stats.MAXIMUM })],
    }),
    new GraphWidget({
      title: 'Errors, throttles',
      width: width.half,
      left: [lambda.metricErrors({ period }), lambda.metricThrottles({ period })],
    }),
  ];
}
