import { people } from '../shared/kernel/access/contract.ts';
import type { DeploymentName } from '../shared/kernel/contract/deployment-parts.ts';
import {
  tableDefinitions,
  type TableAction,
  type TableDefinition,
  type TableGrant,
  type TableKey,
} from '../shared/kernel/contract/tables.ts';
import type { FunctionDeclaration, JobDeclaration } from '../shared/kernel/runs/contract/job-declaration.ts';
import { adminApiRoleName, jobRoleName } from './stack-names.ts';

/** Our actions that change table content. A put replaces, and a batch of writes removes. */
const changing: readonly TableAction[] = [
  'dynamodb:BatchWriteItem',
  'dynamodb:DeleteItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
];

/** Every action that changes a table's items. Transactions need the same ones; imports and restores make new tables. */
export const itemWrites = [
  'dynamodb:BatchWriteItem',
  'dynamodb:DeleteItem',
  'dynamodb:PartiQLDelete',
  'dynamodb:PartiQLInsert',
  'dynamodb:PartiQLUpdate',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
] as const;

/** The writing roles by table; absent when people may write. */
export type TableWriters = Readonly<Partial<Record<TableKey, readonly string[]>>>;

/**
 * The writers of each table that no person's policy may write. When a table loses its last human writer, it joins this
 * list and gets its policy.
 */
export function tableWriters(
  name: DeploymentName,
  { jobs, adminApi }: { readonly jobs: readonly JobDeclaration[]; readonly adminApi: FunctionDeclaration },
): TableWriters {
  const grantsOfPeople = Object.values(people).flatMap(({ tables }) => tables);
  const keys = Object.keys(tableDefinitions) as TableKey[];
  const closed = keys.filter((key) => !writes(grantsOfPeople, key) && !isEditedByHand(key));
  return Object.fromEntries(
    closed.map((key) => [
      key,
      [
        ...jobs.filter(({ tables }) => writes(tables, key)).map((job) => jobRoleName(name, job)),
        ...(writes(adminApi.tables, key) ? [adminApiRoleName(name.stage, name.organization)] : []),
      ],
    ]),
  );
}

function isEditedByHand(key: TableKey): boolean {
  return (tableDefinitions[key] as TableDefinition).isEditedByHand === true;
}

function writes(grants: readonly TableGrant[], key: TableKey): boolean {
  return grants.some(({ table, actions }) => table === key && actions.some((action) => changing.includes(action)));
}
