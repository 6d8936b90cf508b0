import { Duration } from 'aws-cdk-lib';
import { GraphWidget, type IWidget, Stats, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';

import { mailMetrics } from '../../../shared/contracts/jobs/run-metrics.ts';
import { reputationMetric } from './reputation-metric.ts';
import { runMetric } from './run-metric.ts';

const width = 12;
const counted = { period: Duration.hours(1), statistic: Stats.MAXIMUM };

/** The row of the mails on the dashboard: how many bounce, and how many recipients they reach. */
export function mailWidgets(lambda: IFunction, configurationSetName: string): IWidget[] {
  return [
    new TextWidget({ markdown: '## Mails\nBounces, and whom mail reaches', width: 24, height: 2 }),
    new GraphWidget({
      title: 'Share of mails that bounce, and that are reported as unwanted',
      width,
      left: [reputationMetric('BounceRate', configurationSetName)],
      right: [reputationMetric('ComplaintRate', configurationSetName)],
    }),
    new GraphWidget({
      title: 'Reachable admins, unreachable addresses',
      width,
      left: [
        runMetric(lambda, mailMetrics.adminsReachable, counted),
        runMetric(lambda, mailMetrics.recipientsUnreachable, counted),
      ],
    }),
  ];
}
