import { ArnFormat, Fn, Stack, Validations } from 'aws-cdk-lib';
import { CfnRule, type EventPattern } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

import { itemWrites } from '../../table-writers.ts';

/** A secret, and the roles that may read it. */
interface WatchedSecret {
  /** As the alarm's rule is named. */
  readonly id: string;
  readonly secretArn: string;
  readonly readerArns: readonly string[];
}

interface AccessAlarmsProps {
  readonly topic: ITopic;
  readonly deadLetters: IQueue;
  readonly secrets: readonly WatchedSecret[];
  readonly signingKeyArn: string;
  /** The stack of the tables, whose names begin with its own. */
  readonly dataStackName: string;
}

/** What a value of an event begins with. */
interface EventPrefix {
  readonly prefix: string;
}

const callsDetail = 'AWS API Call via CloudTrail';

/** What governs tables, secrets and the signing key: a deployment does some of it, and whoever deploys knows. */
const governing = {
  dynamodb: [
    'DeleteResourcePolicy',
    'DeleteTable',
    'PutResourcePolicy',
    'UpdateContinuousBackups',
    'UpdateTable',
    'UpdateTimeToLive',
  ],
  kms: ['CreateGrant', 'DisableKey', 'PutKeyPolicy', 'ScheduleKeyDeletion'],
  secretsmanager: [
    'DeleteResourcePolicy',
    'DeleteSecret',
    'PutResourcePolicy',
    'PutSecretValue',
    'ReplicateSecretToRegions',
    'RotateSecret',
    'UpdateSecret',
    'UpdateSecretVersionStage',
  ],
} as const;

/**
 * Watches those who could watch nothing: mails at once, with who and from where, when somebody else reads a key, is
 * refused a write to a table, or changes what governs them. The trail of the account tells; Curfew makes none.
 */
export class AccessAlarms extends Construct {
  private readonly props: AccessAlarmsProps;

  constructor(scope: Construct, id: string, props: AccessAlarmsProps) {
    super(scope, id);
    this.props = props;
    Validations.of(props.deadLetters).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'This queue is the dead-letter queue of rules, which the check does not look at.',
    });
    const keyId = [props.signingKeyArn, Fn.select(1, Fn.split('/', props.signingKeyArn))];
    const ofTables = this.tableRequests(props.dataStackName);
    // A rule for each secret: a pattern has 2,048 characters, and the readers of one secret are no readers of another.
    for (const { id: secret, secretArn, readerArns } of props.secrets) {
      this.addRule(`${secret}Read`, `The secret ${secret} was read by a caller that is none of its functions`, {
        source: ['aws.secretsmanager'],
        detail: {
          eventName: ['GetSecretValue'],
          requestParameters: { secretId: this.spellingsOf(secretArn) },
          ...byNoneOf(readerArns),
        },
      });
    }
    this.addRule('WriteRefused', 'Somebody was refused a write to a table of Curfew', {
      source: ['aws.dynamodb'],
      detail: {
        eventName: [...itemWrites.map(apiName), 'ExecuteStatement', 'TransactWriteItems'],
        errorCode: [{ prefix: 'AccessDenied' }],
        ...ofTables,
      },
    });
    this.addRule('TableGoverned', 'A table of Curfew, or its policy, was changed', {
      source: ['aws.dynamodb'],
      detail: { eventName: [...governing.dynamodb], ...ofTables },
    });
    this.addRule('KeyGoverned', 'The key that signs the evidence, or its policy, was changed', {
      source: ['aws.kms'],
      detail: { eventName: [...governing.kms], requestParameters: { keyId } },
    });
    this.addRule('SecretGoverned', 'A key of Curfew, or its policy, was changed', {
      source: ['aws.secretsmanager'],
      detail: {
        eventName: [...governing.secretsmanager],
        requestParameters: { secretId: props.secrets.flatMap(({ secretArn }) => this.spellingsOf(secretArn)) },
      },
    });
  }

  /**
   * How a call may spell a secret: by its name, or by its ARN with or without the six characters that AWS adds.
   * Prefixes, since an account may have 30 rules with wildcards on a bus.
   */
  private spellingsOf(secretArn: string): readonly EventPrefix[] {
    const [first, second] = [0, 1].map((index) =>
      Fn.select(index, Fn.split('-', Fn.select(6, Fn.split(':', secretArn)))),
    );
    const name = Fn.join('-', [first ?? '', second ?? '']);
    const arn = Stack.of(this).formatArn({
      service: 'secretsmanager',
      resource: 'secret',
      resourceName: name,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    return [{ prefix: arn }, { prefix: name }];
  }

  /** Calls about one of the tables, by its name or its ARN, which DynamoDB takes for a name too. */
  private tableRequests(dataStackName: string) {
    const arn = Stack.of(this).formatArn({ service: 'dynamodb', resource: 'table', resourceName: `${dataStackName}-` });
    return {
      $or: [
        { requestParameters: { tableName: [{ prefix: `${dataStackName}-` }, { prefix: arn }] } },
        { requestParameters: { resourceArn: [{ prefix: arn }] } },
      ],
    };
  }

  private addRule(id: string, what: string, { source, detail }: EventPattern): void {
    const { topic, deadLetters } = this.props;
    const rule = new CfnRule(this, id, {
      description: `Curfew: ${what}`,
      // Reads are in a trail, and given to no rule that does not ask for all of it.
      state: 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS',
      eventPattern: { source, 'detail-type': [callsDetail], detail },
      targets: [
        {
          id: 'Alarms',
          arn: topic.topicArn,
          deadLetterConfig: { arn: deadLetters.queueArn },
          retryPolicy: { maximumEventAgeInSeconds: 86_400, maximumRetryAttempts: 50 },
          inputTransformer: {
            inputPathsMap: {
              call: '$.detail.eventName',
              who: '$.detail.userIdentity.arn',
              when: '$.detail.eventTime',
              where: '$.detail.sourceIPAddress',
            },
            inputTemplate: `"${what}: <call> by <who> from <where> at <when>. If none of you did this or deployed: docs/alarms.md, Alarms."`,
          },
        },
      ],
    });
    deadLetters.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('events.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [deadLetters.queueArn],
        conditions: { ArnEquals: { 'aws:SourceArn': rule.attrArn } },
      }),
    );
  }
}

/** Calls of anybody but some roles; a person, or the account itself, has no role. */
function byNoneOf(roleArns: readonly string[]) {
  const issuer = (arn: readonly unknown[]) => ({ userIdentity: { sessionContext: { sessionIssuer: { arn } } } });
  return { $or: [issuer([{ 'anything-but': [...roleArns] }]), issuer([{ exists: false }])] };
}

/** The name of an action as a trail writes it. */
function apiName(action: string): string {
  return action.slice(action.indexOf(':') + 1);
}
