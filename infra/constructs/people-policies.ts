import { CfnOutput, Stack, Validations } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

import type { DeploymentParts } from '../../shared/contracts/deployment-parts.ts';
import type { JobDeclaration } from '../../shared/contracts/job-declaration.ts';
import { people, type Person, type PersonPermissions } from '../../shared/contracts/people.ts';
import type { TableGrant, TableKey } from '../../shared/contracts/tables.ts';
import { pascalCase } from '../pascal-case.ts';
import type { AdminApi } from './admin-api.ts';
import { acknowledgeAnchorObjects, type EvidenceGrants, verifyStatements } from './granted-permissions.ts';

export interface PeoplePoliciesProps {
  readonly tables: Readonly<Record<TableKey, Pick<ITable, 'tableArn'>>>;
  readonly jobs: readonly JobDeclaration[];
  /** Those of the jobs that can be started by hand. */
  readonly functions: DeploymentParts['functions'];
  readonly parameterArns: readonly string[];
  readonly evidence: EvidenceGrants;
  readonly api: Pick<AdminApi, 'signedCallsArn' | 'signedCallsRule'>;
  /** Whether there is to be a policy for edits of tables beside the admin API. */
  readonly directEdits: boolean;
}

/** A policy for each kind of person, for the account to attach; Curfew attaches them to nobody. */
export class PeoplePolicies extends Construct {
  private readonly props: PeoplePoliciesProps;

  constructor(scope: Construct, id: string, props: PeoplePoliciesProps) {
    super(scope, id);
    this.props = props;
    for (const [person, permissions] of Object.entries(people)) {
      this.addPolicy(person as Person, permissions);
    }
    this.addCaller();
    if (props.directEdits) {
      this.addDirectEditor();
    }
  }

  /** Whoever uses the command line on a deployment: what they may do there is said by their roles. */
  private addCaller(): void {
    const { parameterArns, api } = this.props;
    const policy = this.addManaged('Caller', 'Calls the admin API of Curfew, where roles say what who may do', [
      new PolicyStatement({ actions: ['ssm:GetParameters'], resources: [...parameterArns] }),
      new PolicyStatement({ actions: ['execute-api:Invoke'], resources: [api.signedCallsArn] }),
    ]);
    Validations.of(policy).acknowledge({
      id: this.props.api.signedCallsRule,
      reason: 'Every signed call of one API: which of its operations somebody may use is said by their roles there.',
    });
  }

  /** Edits that the stream takes up afterwards, of those tables that are made to be edited by hand. */
  private addDirectEditor(): void {
    const { tables } = this.props;
    this.addManaged('DirectEditor', 'Puts and removes rows of the tables that Curfew adopts edits of', [
      new PolicyStatement({
        actions: ['dynamodb:DeleteItem', 'dynamodb:PutItem'],
        resources: [tables.budgets.tableArn, tables.teams.tableArn, tables.grants.tableArn],
      }),
    ]);
  }

  private addManaged(id: string, description: string, statements: PolicyStatement[]): ManagedPolicy {
    const policy = new ManagedPolicy(this, id, { description, statements });
    const output = new CfnOutput(this, `${id}Policy`, { value: policy.managedPolicyArn });
    output.overrideLogicalId(`${id}Policy`);
    return policy;
  }

  private addPolicy(person: Person, permissions: PersonPermissions): void {
    const statements = [...this.statementsOf(permissions), ...this.startStatements(person)];
    const policy = this.addManaged(pascalCase(person), permissions.description, statements);
    if (permissions.verifiesEvidence) {
      acknowledgeAnchorObjects(policy, this.props.evidence);
    }
  }

  private statementsOf({ findsDeployment, verifiesEvidence, tables }: PersonPermissions): readonly PolicyStatement[] {
    const { parameterArns } = this.props;
    return [
      ...(findsDeployment
        ? [new PolicyStatement({ actions: ['ssm:GetParameters'], resources: [...parameterArns] })]
        : []),
      ...(verifiesEvidence ? verifyStatements(Stack.of(this), this.props.evidence) : []),
      ...[...byActions(tables)].map(
        ([actions, grants]) =>
          new PolicyStatement({ actions: actions.split(' '), resources: grants.map((grant) => this.arnOf(grant)) }),
      ),
    ];
  }

  /** The jobs that say so may be started. */
  private startStatements(person: Person): readonly PolicyStatement[] {
    const { jobs, functions } = this.props;
    const resources = jobs.filter(({ byHand }) => byHand?.by === person).flatMap(({ name }) => functions[name] ?? []);
    return resources.length === 0 ? [] : [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources })];
  }

  private arnOf({ table, index }: TableGrant): string {
    const { tableArn } = this.props.tables[table];
    return index === undefined ? tableArn : `${tableArn}/index/${index}`;
  }
}

/** A managed policy holds 6,144 characters: tables with the same actions share a statement. */
function byActions(grants: readonly TableGrant[]): ReadonlyMap<string, readonly TableGrant[]> {
  return Map.groupBy(grants, ({ actions }) => actions.toSorted().join(' '));
}
