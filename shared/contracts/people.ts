import type { TableGrant } from './tables/tables.ts';

/** Those to whom an account gives rights of AWS. What somebody may do at the admin API is said by their roles there. */
export type Person = 'caller' | 'operator' | 'direct-editor';

/** What one person has in AWS. */
export interface PersonPermissions {
  /** Must not change: for another description CloudFormation creates another policy, which is attached to nobody. */
  readonly description: string;
  /** May find the deployment, and make signed calls of its admin API. */
  readonly callsAdminApi?: true;
  /** May read the signed heads of the evidence, and the public half of the key. */
  readonly verifiesEvidence?: true;
  /** May look at how tables, functions, schedules, alarms and the sender are set up. */
  readonly looksAtResources?: true;
  readonly tables: readonly TableGrant[];
}

const editing = ['dynamodb:DeleteItem', 'dynamodb:PutItem'] as const;

/** Least privilege for people: nobody but the functions writes a table, unless the organization gives direct edits. */
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
