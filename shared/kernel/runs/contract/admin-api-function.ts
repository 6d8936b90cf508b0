import type { FunctionDeclaration } from './job-declaration.ts';

const editing = ['dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:PutItem'] as const;

/**
 * The function of the admin API. Besides, it may start the jobs that people start by hand, and read the parameters of
 * its deployment and the signed heads of the evidence. It has no key of the platform and sends no mail.
 */
export const adminApi = {
  name: 'door',
  file: 'admin-api',
  purpose: 'Answers the admin API: who calls is proven, and does what their roles allow',
  // API Gateway waits for 30 seconds.
  limits: { memoryMb: 1024, timeSeconds: 25 },
  tables: [
    { table: 'budgets', actions: ['dynamodb:Scan', ...editing] },
    { table: 'versions', actions: ['dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:Scan'] },
    { table: 'teams', actions: ['dynamodb:Scan', ...editing] },
    { table: 'grants', actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query'] },
    { table: 'users', actions: ['dynamodb:Scan'] },
    { table: 'ledger', actions: ['dynamodb:BatchGetItem', 'dynamodb:Query'] },
    { table: 'limits', actions: ['dynamodb:GetItem', 'dynamodb:Scan'] },
    // The progress of a job is kept beside the leases; an acknowledgement waits for a run that is writing alerts.
    { table: 'leases', actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
    { table: 'runs', actions: ['dynamodb:BatchGetItem', 'dynamodb:Query'] },
    { table: 'plans', actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Scan'] },
    { table: 'journal', actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query'] },
    { table: 'alerts', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem'] },
    { table: 'alerts', index: 'open', actions: ['dynamodb:Query'] },
    // Unsent mails without their content; addresses that mail does not reach.
    { table: 'outbox', index: 'open', actions: ['dynamodb:Query'] },
    { table: 'recipients', actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Scan'] },
    { table: 'revisions', actions: ['dynamodb:Query'] },
    { table: 'controls', actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query'] },
    { table: 'evidence', actions: ['dynamodb:PutItem', 'dynamodb:Query'] },
    { table: 'records', actions: ['dynamodb:Query', ...editing] },
    // What is to be put back of a session, and approvals of computers.
    { table: 'sessions', actions: ['dynamodb:PutItem', 'dynamodb:Query'] },
    { table: 'computers', actions: ['dynamodb:PutItem', 'dynamodb:Scan'] },
    { table: 'readiness', actions: ['dynamodb:Query'] },
    { table: 'live', actions: ['dynamodb:GetItem'] },
    { table: 'requests', actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query'] },
    {
      table: 'hooks',
      actions: ['dynamodb:BatchWriteItem', 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query'],
    },
  ],
  // To check the links of mails.
  secrets: ['link-key'],
  // What people put on their machines, fetched from here.
  beside: ['cli/hook/curfew-hook.mjs'],
} as const satisfies FunctionDeclaration;
