import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';

/**
 * How much of what was sent with a configuration set came back, as SES reckons it over a volume that it holds to be
 * representative: 0.05 is 5 %.
 */
export function reputationMetric(name: 'BounceRate' | 'ComplaintRate', configurationSetName: string): Metric {
  return new Metric({
    namespace: 'AWS/SES',
    metricName: `Reputation.${name}`,
    dimensionsMap: { 'ses:configuration-set': configurationSetName },
    statistic: Stats.MAXIMUM,
    period: Duration.hours(1),
  });
}
