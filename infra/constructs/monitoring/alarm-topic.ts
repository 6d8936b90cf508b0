import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Subscription, SubscriptionProtocol, Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

const alarmSources = ['cloudwatch.amazonaws.com', 'events.amazonaws.com'] as const;

/** Where alarms go, independent of the rest of Curfew: it must work when Curfew does not. */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(
    scope: Construct,
    id: string,
    {
      emails,
      hasKey,
    }: {
      /** Each recipient confirms an SNS mail once. */
      readonly emails: readonly string[];
      /** Encrypts with the account's own key; otherwise SNS uses its own. */
      readonly hasKey: boolean;
    },
  ) {
    super(scope, id);
    const encryption = hasKey ? { masterKey: this.addKey() } : {};
    this.topic = new Topic(this, 'Topic', { displayName: 'Curfew alarms', enforceSSL: true, ...encryption });
    // An own policy replaces the default one that let CloudWatch publish. EventBridge publishes trail events.
    for (const service of alarmSources) {
      this.topic.addToResourcePolicy(
        new PolicyStatement({
          principals: [new ServicePrincipal(service)],
          actions: ['sns:Publish'],
          resources: [this.topic.topicArn],
          conditions: ofThisAccount(this),
        }),
      );
    }
    // The id derives from the address, not its index: SNS has one subscription per address, so after swapping two
    // addresses, deleting the old subscription would delete the new one.
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

  /** AWS's managed key for topics does not admit CloudWatch alarms: only the account's own key can. */
  private addKey(): Key {
    const key = new Key(this, 'Key', {
      description: 'Encrypts the alarms of Curfew while they wait to be sent',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    for (const service of alarmSources) {
      key.addToResourcePolicy(
        new PolicyStatement({
          principals: [new ServicePrincipal(service)],
          actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
          resources: ['*'],
          conditions: ofThisAccount(this),
        }),
      );
    }
    return key;
  }
}

function ofThisAccount(scope: Construct) {
  return { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } };
}
