import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

import { mailMetrics } from '../../../shared/kernel/runs/contract/run-metrics.ts';
import { addAlarm, addOwnAlarm, type Monitoring } from './monitoring.ts';
import { reputationMetric } from './reputation-metric.ts';
import { runMetric } from './run-metric.ts';

/** SES reviews an account from these rates on; at two and five times them it stops sending. */
const reviewedFrom = { bounces: 0.05, complaints: 0.001 } as const;

interface MailAlarmsProps {
  /** Absent: watches the account's mails. */
  readonly configurationSetName?: string;
  readonly lambda: IFunction;
  readonly monitoring: Monitoring;
}

/** What mails cannot report: too many bounces, or no reachable recipient. */
export class MailAlarms extends Construct {
  constructor(scope: Construct, id: string, { configurationSetName, lambda, monitoring }: MailAlarmsProps) {
    super(scope, id);
    addAlarm(this, 'BounceRate', {
      monitoring,
      metric: reputationMetric('BounceRate', configurationSetName),
      threshold: reviewedFrom.bounces,
      description: 'One mail in twenty bounces. SES reviews an account from this rate on, and stops it at one in ten.',
    });
    addAlarm(this, 'ComplaintRate', {
      monitoring,
      metric: reputationMetric('ComplaintRate', configurationSetName),
      threshold: reviewedFrom.complaints,
      description: 'One mail in a thousand is reported as unwanted. SES reviews an account from this rate on.',
    });
    addOwnAlarm(this, 'NobodyReachable', {
      monitoring,
      metric: runMetric(lambda, mailMetrics.adminsReachable, { period: Duration.hours(1), statistic: Stats.MAXIMUM }),
      threshold: 1,
      description: 'Mail reaches no admin and no one on the fallback list: no one receives notifications.',
      exceptions: { comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD },
    });
  }
}
