import { dynamoBudgetStore } from '../../../../shared/adapters/dynamo/edits/dynamo-budget-store.ts';
import { editRecord } from '../../../../shared/application/edits/edit-record.ts';
import { editableBudgets } from '../../../../shared/application/edits/editable-records.ts';
import type { BudgetTerms } from '../../../../shared/domain/budgets/budget.ts';
import { randomIds } from '../../../../shared/runtime/random-ids.ts';
import { type CheckResult, failed, ok } from '../../check.ts';
import type { TrialWork } from '../trial-work.ts';

const window = 'month';

const terms: BudgetTerms = {
  scope: { kind: 'user', email: 'nobody@example.com' },
  window,
  amount: { kind: 'credits', credits: 1 },
  mode: 'observe',
  thresholds: [],
  forecastAlert: false,
  owners: [],
};

/** A budget is written with its version and its journal entry; the same edit on what is not there any more is refused. */
export async function provesTransactions({ dynamo, tables, nowMs }: TrialWork): Promise<CheckResult> {
  const ports = { budgets: dynamoBudgetStore(dynamo, tables), ids: randomIds };
  const edits = { records: editableBudgets(ports.budgets), ids: ports.ids };
  const author = { name: 'trial', at: new Date(nowMs).toISOString(), way: 'command' } as const;
  const key = { scope: 'user:nobody@example.com', window };

  const added = await editRecord(edits, { kind: 'add', after: terms }, author);
  const { row } = await ports.budgets.find(key);
  if (added.kind !== 'done' || row.kind !== 'budget') {
    return failed('a budget that was written could not be read back', 'see whether the endpoint is DynamoDB itself');
  }
  const dearer = { ...terms, amount: { kind: 'credits', credits: 2 } } as const;
  await editRecord(edits, { kind: 'change', before: row.budget, after: dearer }, author);
  const stale = await editRecord(edits, { kind: 'remove', before: row.budget }, author);
  const versions = await ports.budgets.listVersions(key);
  const left = await ports.budgets.find(key);
  if (left.row.kind === 'budget') {
    await editRecord(edits, { kind: 'remove', before: left.row.budget }, author);
  }
  return stale.kind === 'stale' && left.row.kind === 'budget' && versions.length === 2
    ? ok()
    : failed(
        'a transaction was made in part, or on a row that had moved',
        'see whether the endpoint is DynamoDB itself',
      );
}
