import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';

/**
 * The share of the mails of a configuration set, or of the whole account, that bounced or were reported, as SES computes
 * it over a volume that it considers representative: 0.05 is 5 %. SES judges the account; a set's own metrics are paid.
 */
export function reputationMetric(name: 'BounceRate' | 'ComplaintRate', configurationSetName?: string): Metric {
  return new Metric({
    namespace: 'AWS/SES',
    metricName: `Reputation.${name}`,
    ...(configurationSetName !== undefined && {
      dimensionsMap: { 'ses:configuration-set': configurationSetName },
    }),
    statistic: Stats.MAXIMUM,
    period: Duration.hours(1),
  });
}
