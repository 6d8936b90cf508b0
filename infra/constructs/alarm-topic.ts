import { Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Subscription, SubscriptionProtocol, Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

export interface AlarmTopicProps {
  /** Who is told; each has to confirm a mail of SNS once. */
  readonly emails: readonly string[];
}

/** Where alarms go, without leaning on anything of Curfew's own: it has to work when Curfew does not. */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { emails }: AlarmTopicProps) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { displayName: 'Curfew alarms', enforceSSL: true });
    // A policy of its own takes the place of the default one, which let CloudWatch in.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    // Each is known by the address, not by its place in the list: SNS has one subscription an address, and where two of
    // them exchanged places, the one that goes would take along the one that comes.
    for (const endpoint of new Set(emails)) {
      const subscription = new Subscription(this, `Email ${endpoint}`, {
        topic: this.topic,
        protocol: SubscriptionProtocol.EMAIL,
        endpoint,
      });
      Validations.of(subscription).acknowledge({
        id: 'Serverless-SNSRedrivePolicy',
        reason: 'The alarm stays in CloudWatch; a queue of unsent alarm mails would only raise one more alarm mail.',
      });
    }
  }
}
