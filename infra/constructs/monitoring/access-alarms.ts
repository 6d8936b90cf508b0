import { ArnFormat, Fn, Stack, Validations } from 'aws-cdk-lib';
import { CfnRule, type EventPattern } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

import { itemWrites } from '../../table-writers.ts';

/** A secret and the roles that may read it. */
interface WatchedSecret {
  readonly id: string;
  readonly secretArn: string;
  readonly readerArns: readonly string[];
}

interface AccessAlarmsProps {
  readonly topic: ITopic;
  readonly deadLetters: IQueue;
  readonly secrets: readonly WatchedSecret[];
  readonly signingKeyArn: string;
  readonly dataStackName: string;
}

/** The prefix of an event's value. */
interface EventPrefix {
  readonly prefix: string;
}

const callsDetail = 'AWS API Call via CloudTrail';

/** Calls that govern tables, secrets and the signing key; deployments make some of them, which the deployer knows. */
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
 * Mails at once, with caller and address, when anyone but the allowed roles reads a key, is denied a table write, or
 * changes what governs them. Uses the account's existing CloudTrail trail.
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
    // One rule per secret: a pattern has 2,048 characters, and each secret has its own readers.
    for (const { id: secret, secretArn, readerArns } of props.secrets) {
      this.addRule(`${secret}Read`, `The secret ${secret} was read by a caller that is not one of its functions`, {
        source: ['aws.secretsmanager'],
        detail: {
          eventName: ['GetSecretValue'],
          requestParameters: { secretId: this.spellingsOf(secretArn) },
          ...byNoneOf(readerArns),
        },
      });
    }
    this.addRule('WriteRefused', 'A caller was refused a write to a table of Curfew', {
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
   * The spellings of a secret in calls: by name, or ARN with or without AWS's six-character suffix. Prefixes, since an
   * account may have 30 wildcard rules per bus.
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

  /** Calls for one of the tables by name or ARN, which DynamoDB accepts as a name. */
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
      // Read events reach only rules with this state.
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
            inputTemplate: `"${what}: <call> by <who> from <where> at <when>. If you did not do this or deploy: docs/alarms.md, Alarms."`,
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

/** Calls by anyone but some roles; a user or the account itself has no role. */
function byNoneOf(roleArns: readonly string[]) {
  const issuer = (arn: readonly unknown[]) => ({ userIdentity: { sessionContext: { sessionIssuer: { arn } } } });
  return { $or: [issuer([{ 'anything-but': [...roleArns] }]), issuer([{ exists: false }])] };
}

function apiName(action: string): string {
  return action.slice(action.indexOf(':') + 1);
}
