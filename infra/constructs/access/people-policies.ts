import { ArnFormat, CfnOutput, Stack, Token, Validations } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

import { people, type Person, type PersonPermissions } from '../../../shared/kernel/access/contract.ts';
import type { DeploymentName, DeploymentParts } from '../../../shared/kernel/contract/deployment-parts.ts';
import type { TableGrant, TableKey } from '../../../shared/kernel/contract/tables.ts';
import { pascalCase, stackNames } from '../../stack-names.ts';
import type { AdminApi } from '../admin-api.ts';
import {
  acknowledgeAnchorObjects,
  type EvidenceGrants,
  evidenceArns,
  grantedArn,
  verifyStatements,
} from './granted-permissions.ts';

interface PeoplePoliciesProps {
  readonly name: DeploymentName;
  readonly tables: Readonly<Record<TableKey, ITable>>;
  /** Of jobs that can be started by hand. */
  readonly functions: DeploymentParts['functions'];
  readonly parameterArns: readonly string[];
  readonly evidence: EvidenceGrants;
  readonly alarmTopic: ITopic;
  readonly api: AdminApi;
  readonly directEdits: boolean;
}

/** One policy per kind of person, to be attached by the account: Curfew attaches none. */
export class PeoplePolicies extends Construct {
  private readonly props: PeoplePoliciesProps;

  constructor(scope: Construct, id: string, props: PeoplePoliciesProps) {
    super(scope, id);
    this.props = props;
    this.addPolicy('caller', people.caller);
    this.addPolicy('operator', people.operator);
    if (props.directEdits) {
      this.addPolicy('direct-editor', people['direct-editor']);
    }
  }

  private addPolicy(person: Person, permissions: PersonPermissions): void {
    const { description, tables } = permissions;
    const policy = new ManagedPolicy(this, pascalCase(person), {
      description,
      statements: [
        ...(permissions.callsAdminApi ? this.callStatements() : []),
        ...(permissions.verifiesEvidence ? verifyStatements(Stack.of(this), this.props.evidence) : []),
        ...(permissions.looksAtResources ? this.lookStatements() : []),
        ...[...byActions(tables)].map(
          ([actions, grants]) =>
            new PolicyStatement({
              actions: actions.split(' '),
              resources: grants.map((grant) => grantedArn(grant, this.props.tables)),
            }),
        ),
      ],
    });
    this.acknowledge(policy, permissions);
    const output = new CfnOutput(this, `${pascalCase(person)}Policy`, { value: policy.managedPolicyArn });
    output.overrideLogicalId(`${pascalCase(person)}Policy`);
  }

  private callStatements(): readonly PolicyStatement[] {
    const { parameterArns, api } = this.props;
    return [
      new PolicyStatement({ actions: ['ssm:GetParameters'], resources: [...parameterArns] }),
      new PolicyStatement({ actions: ['execute-api:Invoke'], resources: [api.signedCallsArn] }),
    ];
  }

  /** Read-only access for the doctor beside tables. */
  private lookStatements(): readonly PolicyStatement[] {
    const { functions, alarmTopic, evidence } = this.props;
    return [
      new PolicyStatement({
        actions: [
          'dynamodb:DescribeContinuousBackups',
          'dynamodb:DescribeTable',
          'dynamodb:DescribeTimeToLive',
          'dynamodb:GetResourcePolicy',
        ],
        // By stack name prefix: a policy has no room for all names.
        resources: [this.tablesArn()],
      }),
      new PolicyStatement({ actions: ['kms:GetKeyPolicy'], resources: [evidence.keyArn] }),
      new PolicyStatement({ actions: ['lambda:GetFunctionConfiguration'], resources: Object.values(functions) }),
      new PolicyStatement({
        actions: ['lambda:GetFunctionConcurrency'],
        resources: [this.functionsArn()],
      }),
      new PolicyStatement({
        actions: ['s3:GetBucketObjectLockConfiguration'],
        resources: [evidenceArns(Stack.of(this), evidence).bucketArn],
      }),
      new PolicyStatement({ actions: ['sns:ListSubscriptionsByTopic'], resources: [alarmTopic.topicArn] }),
      new PolicyStatement({
        actions: ['scheduler:ListSchedules', 'ses:GetIdentityVerificationAttributes'],
        resources: ['*'],
      }),
    ];
  }

  private tablesArn(): string {
    return Stack.of(this).formatArn({ service: 'dynamodb', resource: 'table', resourceName: this.tablesPattern() });
  }

  /** A policy for a function does not cover its alias, by which jobs are started by hand. */
  private functionsArn(): string {
    const { stage, organization } = this.props.name;
    return Stack.of(this).formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: `${stackNames(stage, organization).jobs}-*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }

  private tablesPattern(): string {
    const { stage, organization } = this.props.name;
    return `${stackNames(stage, organization).data}-*`;
  }

  private acknowledge(policy: ManagedPolicy, { callsAdminApi, verifiesEvidence, looksAtResources }: PersonPermissions) {
    if (callsAdminApi) {
      Validations.of(policy).acknowledge({
        id: this.props.api.signedCallsRule,
        reason: 'Every signed call of one API: which of its operations someone may use is said by their roles there.',
      });
    }
    if (verifiesEvidence) {
      acknowledgeAnchorObjects(policy, this.props.evidence);
    }
    if (looksAtResources) {
      const { region, partition, account } = Stack.of(this);
      const owner = Token.isUnresolved(account) ? '<AWS::AccountId>' : account;
      Validations.of(policy).acknowledge({
        id: `AwsSolutions-IAM5[Resource::arn:${partition}:dynamodb:${region}:${owner}:table/${this.tablesPattern()}]`,
        reason:
          'The tables of one organization, by the name of their stack: how they are set up, and not what they hold.',
      });
      const { stage, organization } = this.props.name;
      Validations.of(policy).acknowledge({
        id: `AwsSolutions-IAM5[Resource::arn:${partition}:lambda:${region}:${owner}:function:${stackNames(stage, organization).jobs}-*]`,
        reason: 'The functions of one organization, by the name of their stack: whether someone has stopped them.',
      });
      Validations.of(policy).acknowledge({
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason: 'To list schedules and to ask whether senders are verified knows no resources, and changes nothing.',
      });
    }
  }
}

/** A managed policy holds 6,144 characters: tables with the same actions share a statement. */
function byActions(grants: readonly TableGrant[]): ReadonlyMap<string, readonly TableGrant[]> {
  return Map.groupBy(grants, ({ actions }) => actions.toSorted().join(' '));
}
