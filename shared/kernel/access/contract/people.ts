import type { TableGrant } from '../../contract/tables.ts';

/** People with AWS permissions. Rights at the admin API follow from its roles. */
export type Person = 'caller' | 'operator' | 'direct-editor';

export interface PersonPermissions {
  /** Must not change: CloudFormation would replace the policy by an unattached one. */
  readonly description: string;
  /** May find the deployment and call its admin API with signatures. */
  readonly callsAdminApi?: true;
  /** May read the signed heads and the public key. */
  readonly verifiesEvidence?: true;
  /** May read the setup of tables, functions, schedules, alarms and the sender. */
  readonly looksAtResources?: true;
  readonly tables: readonly TableGrant[];
}

const editing = ['dynamodb:DeleteItem', 'dynamodb:PutItem'] as const;

/** Least privilege: only functions write tables, unless the organization allows direct edits. */
export const people: Readonly<Record<Person, PersonPermissions>> = {
  caller: {
    description: 'Calls the admin API of Curfew, where roles say what who may do',
    callsAdminApi: true,
    tables: [],
  },
  operator: {
    description: 'Looks with the doctor at what a deployment of Curfew rests on; beside the policy of callers',
    verifiesEvidence: true,
    looksAtResources: true,
    tables: [
      { table: 'teams', actions: ['dynamodb:Scan'] },
      { table: 'runs', actions: ['dynamodb:Query'] },
      { table: 'live', actions: ['dynamodb:GetItem'] },
      { table: 'recipients', actions: ['dynamodb:Scan'] },
      { table: 'evidence', actions: ['dynamodb:Query'] },
    ],
  },
  'direct-editor': {
    description: 'Puts and removes rows of the tables whose edits Curfew adopts',
    tables: [
      { table: 'budgets', actions: editing },
      { table: 'teams', actions: editing },
      { table: 'grants', actions: editing },
    ],
  },
};
