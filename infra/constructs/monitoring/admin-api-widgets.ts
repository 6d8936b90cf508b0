import { Duration } from 'aws-cdk-lib';
import { GraphWidget, type IWidget, Stats, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';

import type { AdminApiFunction } from '../admin-api-function.ts';

const period = Duration.hours(1);
const width = 12;

/** The row of the admin API on the dashboard: its requests, their time, and what it could not answer. */
export function adminApiWidgets({ declaration, lambda }: AdminApiFunction): IWidget[] {
  return [
    new TextWidget({ markdown: `## ${declaration.name}\n${declaration.purpose}`, width: 24, height: 2 }),
    new GraphWidget({
      title: 'Requests, longest in milliseconds',
      width,
      left: [lambda.metricInvocations({ period })],
      right: [lambda.metricDuration({ period, statistic: Stats.MAXIMUM })],
    }),
    new GraphWidget({
      title: 'Errors, throttles',
      width,
      left: [lambda.metricErrors({ period }), lambda.metricThrottles({ period })],
    }),
  ];
}
