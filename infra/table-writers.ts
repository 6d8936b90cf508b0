import { people } from '../shared/kernel/access/contract/people.ts';
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

/** The actions of ours that change what a table holds. A put replaces, and a batch of writes removes. */
const changing: readonly TableAction[] = [
  'dynamodb:BatchWriteItem',
  'dynamodb:DeleteItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
];

/** Whatever changes the items of a table. Transactions need the same actions; imports and restores make new tables. */
export const itemWrites = [
  'dynamodb:BatchWriteItem',
  'dynamodb:DeleteItem',
  'dynamodb:PartiQLDelete',
  'dynamodb:PartiQLInsert',
  'dynamodb:PartiQLUpdate',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
] as const;

/** The names of the roles that write a table; absent for one that people may write. */
export type TableWriters = Readonly<Partial<Record<TableKey, readonly string[]>>>;

/**
 * Who writes each table that is for functions alone: whatever no policy of people lets them write. A table leaves that
 * list, and gets its policy, with the last right of a person to write it.
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
