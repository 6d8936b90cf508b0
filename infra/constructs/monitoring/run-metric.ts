import { Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';

import {
  functionDimension,
  metricNamespace,
  type mailMetrics,
  type runMetrics,
  type runStatuses,
  statusDimension,
} from '../../../shared/kernel/runs/contract/run-metrics.ts';

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
