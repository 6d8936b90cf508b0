import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';

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
