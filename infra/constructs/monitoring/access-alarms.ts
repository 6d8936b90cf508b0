import { Fn, Validations } from 'aws-cdk-lib';
import { CfnRule, type EventPattern } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

import { itemWrites } from '../access/table-policy.ts';

interface AccessAlarmsProps {
  readonly topic: ITopic;
  readonly deadLetters: IQueue;
  /** The keys of the platform and of the fingerprints, and the roles that may read them. */
  readonly secrets: readonly Pick<ISecret, 'secretArn'>[];
  readonly readerArns: readonly string[];
  readonly signingKeyArn: string;
  /** The stack of the tables, whose names begin with its own. */
  readonly dataStackName: string;
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
  secretsmanager: ['DeleteResourcePolicy', 'DeleteSecret', 'PutResourcePolicy', 'PutSecretValue', 'UpdateSecret'],
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
    const secretId = props.secrets.flatMap(({ secretArn }) => spellingsOf(secretArn));
    const keyId = [props.signingKeyArn, Fn.select(1, Fn.split('/', props.signingKeyArn))];
    const ofTables = tableRequests(props.dataStackName);
    this.addRule('KeyRead', 'A key of Curfew was read by somebody who is none of its functions', {
      source: ['aws.secretsmanager'],
      detail: { eventName: ['GetSecretValue'], requestParameters: { secretId }, ...byNoneOf(props.readerArns) },
    });
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
      detail: { eventName: [...governing.secretsmanager], requestParameters: { secretId } },
    });
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
            inputTemplate: `"${what}: <call> by <who> from <where> at <when>. If nobody of yours did this or deployed: docs/alarms.md, Alarms."`,
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

/** How a caller may spell a secret: its ARN, that without the six characters that AWS adds, and its name. */
function spellingsOf(secretArn: string): readonly string[] {
  const resource = Fn.select(6, Fn.split(':', secretArn));
  const name = Fn.join('-', [Fn.select(0, Fn.split('-', resource)), Fn.select(1, Fn.split('-', resource))]);
  return [secretArn, name];
}

/** Calls of anybody but some roles; a person, or the account itself, has no role. */
function byNoneOf(roleArns: readonly string[]) {
  const issuer = (arn: readonly unknown[]) => ({ userIdentity: { sessionContext: { sessionIssuer: { arn } } } });
  return { $or: [issuer([{ 'anything-but': [...roleArns] }]), issuer([{ exists: false }])] };
}

/** Calls about one of the tables, by its name or its ARN. */
function tableRequests(dataStackName: string) {
  return {
    $or: [
      { requestParameters: { tableName: [{ wildcard: `*${dataStackName}-*` }] } },
      { requestParameters: { resourceArn: [{ wildcard: `*:table/${dataStackName}-*` }] } },
    ],
  };
}

/** The name of an action as a trail writes it. */
function apiName(action: string): string {
  return action.slice(action.indexOf(':') + 1);
}
