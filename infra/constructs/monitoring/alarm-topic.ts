import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Subscription, SubscriptionProtocol, Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

interface AlarmTopicProps {
  /** The recipients; each has to confirm a mail of SNS once. */
  readonly emails: readonly string[];
  /** Encrypts with a key of the account's own. Without, SNS encrypts what it stores with its own. */
  readonly hasKey: boolean;
}

/** Alarms of metrics, and what a trail has seen. */
const alarmSources = ['cloudwatch.amazonaws.com', 'events.amazonaws.com'] as const;

/** Where alarms go, independently of everything else in Curfew: it has to work when Curfew does not. */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { emails, hasKey }: AlarmTopicProps) {
    super(scope, id);
    const encryption = hasKey ? { masterKey: this.addKey() } : {};
    this.topic = new Topic(this, 'Topic', { displayName: 'Curfew alarms', enforceSSL: true, ...encryption });
    // An own policy replaces the default one, which allowed CloudWatch to publish. EventBridge tells what a trail has seen.
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

  /** The key that AWS has for topics lets in no alarm of CloudWatch: only one of the account's own can name it. */
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
