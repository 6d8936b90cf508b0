import { Duration } from 'aws-cdk-lib';
import { GraphWidget, type IWidget, Stats, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';

import { resultMetrics, runMetrics, runStatuses } from '../../../shared/contracts/jobs/run-metrics.ts';
import type { JobFunction } from '../job-function.ts';
import { runMetric } from './run-metric.ts';

const period = Duration.hours(1);
const width = 6;

/** The row of one job on the dashboard: status, results and data age of its runs, and errors. */
export function jobWidgets({ job, lambda, deadLetters }: JobFunction): IWidget[] {
  return [
    new TextWidget({ markdown: `## ${job.name}\n${job.purpose}`, width: 24, height: 2 }),
    new GraphWidget({
      title: 'Runs by status',
      width,
      stacked: true,
      left: runStatuses.map((status) => runMetric(lambda, runMetrics.runs, { period, status, label: status })),
    }),
    new GraphWidget({
      title: resultMetrics.title,
      width,
      left: resultMetrics.names.map((name) => runMetric(lambda, name, { period })),
    }),
    new GraphWidget({
      title: 'Age of the data in days, longest run in milliseconds',
      width,
      left: [runMetric(lambda, runMetrics.dataAgeDays, { period, statistic: Stats.MAXIMUM })],
      right: [lambda.metricDuration({ period, statistic: Stats.MAXIMUM })],
    }),
    new GraphWidget({
      title: 'Errors, throttles, dead letters',
      width,
      left: [
        lambda.metricErrors({ period }),
        lambda.metricThrottles({ period }),
        deadLetters.metricApproximateNumberOfMessagesVisible({ period, statistic: Stats.MAXIMUM }),
      ],
    }),
  ];
}
