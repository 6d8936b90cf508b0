import { Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Subscription, SubscriptionProtocol, Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

export interface AlarmTopicProps {
  /** The recipients; each has to confirm a mail of SNS once. */
  readonly emails: readonly string[];
}

/** Where alarms go, independently of everything else in Curfew: it has to work when Curfew does not. */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { emails }: AlarmTopicProps) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { displayName: 'Curfew alarms', enforceSSL: true });
    // An own policy replaces the default one, which allowed CloudWatch to publish.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    // The id is made of the address, not of its place in the list: SNS has one subscription an address, and if two
    // addresses swapped places, deleting the old subscription would delete the new one.
    for (const endpoint of new Set(emails)) {
      const subscription = new Subscription(this, `Email ${endpoint}`, {
        topic: this.topic,
        protocol: SubscriptionProtocol.EMAIL,
        endpoint,
      });
      Validations.of(subscription).acknowledge({
        id: 'Serverless-SNSRedrivePolicy',
        reason: 'The alarm stays in CloudWatch; a queue of unsent alarm mails would only raise another alarm mail.',
      });
    }
  }
}
