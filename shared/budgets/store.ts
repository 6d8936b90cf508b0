import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { budgetKeyIn, budgetVersions, scopeText } from '../kernel/records/contract/versions/record-versions.ts';
import type { BudgetRowKey, BudgetStore } from '../kernel/records/ports.ts';
import { recordOfVersion, stampOf, type RecordVersion } from '../kernel/records/record-edit.ts';
import { dynamoRows } from '../kernel/records/store/dynamo-rows.ts';
import { madeBy, type RowKind, type Rows } from '../kernel/records/store/row-kind.ts';
import type { Backoff } from '../kernel/store/backoff.ts';
import type { Budget, BudgetKey, BudgetTerms, BudgetVersion } from './budget.ts';
import { foundBudget, readBudget, storedBudgets } from './contract/budget-rows.ts';
import type { InvalidBudget } from './invalid-budget.ts';

/** The budgets table. People may edit rows directly, so a row is never trusted. */
export function dynamoBudgetStore(
  dynamo: DynamoDBDocumentClient,
  tables: { readonly budgets: string; readonly versions: string; readonly journal: string },
  backoff?: Backoff,
): BudgetStore {
  return budgetStore(dynamoRows({ dynamo, table: tables.budgets, ...tables, backoff }, budgetRows));
}

export const budgetRows: RowKind<BudgetRowKey, BudgetTerms, BudgetTerms, BudgetKey> = {
  keyNames: ['scope', 'window'],
  rowKey: ({ scope, window }) => ({ scope: scopeText(scope), window }),
  title: ({ scope, window }) => `the budget ${scopeText(scope)} / ${window}`,
  versions: budgetVersions,
  versionOf: (edit) => edit,
  made: madeBy(storedBudgets),
  stampOf: (edit) => ({ ...stampOf(edit) }),
};

export function budgetStore(rows: Rows<BudgetRowKey, BudgetTerms, BudgetTerms, BudgetKey>): BudgetStore {
  return {
    async list() {
      const budgets: Budget[] = [];
      const invalid: InvalidBudget[] = [];
      for (const row of await rows.list()) {
        const read = readBudget(row);
        if (read.kind === 'budget') {
          budgets.push(read.budget);
          continue;
        }
        const key = { scope: String(row['scope']), window: String(row['window']) };
        const last = readable(key, await rows.last(key));
        const lastValid = last && recordOfVersion(last);
        invalid.push({ ...read.invalid, ...(lastValid && { lastValid }) });
        budgets.push(...(lastValid === undefined ? [] : [lastValid]));
      }
      return { budgets, invalid };
    },
    async find(key) {
      const found = await rows.find(key);
      const last = readable(key, found.last);
      return { row: foundBudget(found.row, last), last };
    },
    async listVersions(key) {
      return (await rows.listVersions(key)).map(({ key: of, ...version }) => ({ ...of, ...version }));
    },
    edit: rows.edit,
    adopt: rows.adopt,
  };
}

/** The last version with its key, unless this version of Curfew cannot read that. */
function readable(key: BudgetRowKey, last: RecordVersion<BudgetTerms> | undefined): BudgetVersion | undefined {
  const of = budgetKeyIn(key);
  return last && of && { ...of, ...last };
}
