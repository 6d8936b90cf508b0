import type { TableGrant } from './tables.ts';

/** Those to whom an account gives the command line. Everybody is a reader; the others are readers besides. */
export type Person = 'reader' | 'budget-admin' | 'approver' | 'controls-admin';

/** What the command line needs for one person. The jobs that a person may start are said by the jobs themselves. */
export interface PersonPermissions {
  /** Must not change: for another description CloudFormation creates another policy, which is attached to nobody. */
  readonly description: string;
  /** May look up where the parts of the deployment are. */
  readonly findsDeployment: boolean;
  /** May read the signed heads of the evidence, and the public half of the key. */
  readonly verifiesEvidence?: true;
  readonly tables: readonly TableGrant[];
}

const editing = ['dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:PutItem'] as const;

/** Least privilege for people: test/infra/people-are-granted.test.ts compares it with what the commands send. */
export const people: Readonly<Record<Person, PersonPermissions>> = {
  reader: {
    description: 'Reads what Curfew knows: budgets, caps, usage, runs, journal, controls and their evidence',
    findsDeployment: true,
    verifiesEvidence: true,
    tables: [
      { table: 'budgets', actions: ['dynamodb:Scan'] },
      { table: 'versions', actions: ['dynamodb:Query', 'dynamodb:Scan'] },
      { table: 'teams', actions: ['dynamodb:Scan'] },
      { table: 'grants', actions: ['dynamodb:Query'] },
      { table: 'users', actions: ['dynamodb:Scan'] },
      { table: 'ledger', actions: ['dynamodb:Query'] },
      { table: 'limits', actions: ['dynamodb:Scan'] },
      // The progress of a job is kept beside the leases.
      { table: 'leases', actions: ['dynamodb:GetItem'] },
      { table: 'runs', actions: ['dynamodb:BatchGetItem', 'dynamodb:Query'] },
      { table: 'plans', actions: ['dynamodb:GetItem', 'dynamodb:Scan'] },
      { table: 'journal', actions: ['dynamodb:Query'] },
      { table: 'alerts', actions: ['dynamodb:BatchGetItem'] },
      { table: 'alerts', index: 'open', actions: ['dynamodb:Query'] },
      // Mails that are not sent, without what they say; then whom mail does not reach.
      { table: 'outbox', index: 'open', actions: ['dynamodb:Query'] },
      { table: 'recipients', actions: ['dynamodb:Scan'] },
      { table: 'revisions', actions: ['dynamodb:Query'] },
      { table: 'controls', actions: ['dynamodb:GetItem', 'dynamodb:Query'] },
      { table: 'evidence', actions: ['dynamodb:Query'] },
      { table: 'records', actions: ['dynamodb:Query'] },
      { table: 'sessions', actions: ['dynamodb:Query'] },
      { table: 'computers', actions: ['dynamodb:Scan'] },
      { table: 'readiness', actions: ['dynamodb:Query'] },
    ],
  },
  'budget-admin': {
    description: 'Edits budgets, teams, top-ups and exemptions, and acknowledges alerts; beside the policy of readers',
    findsDeployment: false,
    tables: [
      { table: 'budgets', actions: editing },
      { table: 'versions', actions: ['dynamodb:PutItem'] },
      { table: 'teams', actions: editing },
      { table: 'grants', actions: ['dynamodb:GetItem', 'dynamodb:PutItem'] },
      { table: 'records', actions: editing },
      { table: 'journal', actions: ['dynamodb:GetItem', 'dynamodb:PutItem'] },
      { table: 'alerts', actions: ['dynamodb:PutItem'] },
      // An acknowledgement waits for a run that is writing alerts.
      { table: 'leases', actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'] },
    ],
  },
  approver: {
    description: 'Asks for runs, and applies, approves and rejects plans; beside the policy of readers',
    findsDeployment: false,
    tables: [
      { table: 'plans', actions: ['dynamodb:PutItem'] },
      // Policies of sessions, and what is to be put back of one.
      { table: 'records', actions: editing },
      { table: 'sessions', actions: ['dynamodb:PutItem'] },
      { table: 'journal', actions: ['dynamodb:GetItem', 'dynamodb:PutItem'] },
      { table: 'computers', actions: ['dynamodb:PutItem'] },
    ],
  },
  'controls-admin': {
    description:
      'Approves the baseline of the controls, gives exceptions, acknowledges changes; beside that of readers',
    findsDeployment: false,
    tables: [
      { table: 'controls', actions: ['dynamodb:PutItem'] },
      { table: 'evidence', actions: ['dynamodb:PutItem'] },
      { table: 'journal', actions: ['dynamodb:PutItem'] },
      // To acknowledge an alarm of the history, which waits for a run that is writing alerts.
      { table: 'alerts', actions: ['dynamodb:PutItem'] },
      { table: 'leases', actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'] },
    ],
  },
};
