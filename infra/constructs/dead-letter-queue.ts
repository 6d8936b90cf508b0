import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

import { addAlarm, type Monitoring } from './monitoring/monitoring.ts';

/** Keeps failed events for two weeks, during which they can be redriven. */
export class DeadLetterQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, { monitoring }: { readonly monitoring: Monitoring }) {
    super(scope, id);
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.queue).acknowledge({
      id: 'Serverless-SQSRedrivePolicy',
      reason: 'This queue is itself the dead-letter queue; nothing reads from it until a person redrives it.',
    });
    addAlarm(this, 'NotEmpty', {
      monitoring,
      metric: this.queue.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(5),
        statistic: 'Maximum',
      }),
      threshold: 1,
      description: 'An event failed after all retries. Find the cause in the log, then redrive the queue.',
    });
  }
}
