import type { BudgetOutlook } from '../explanation/budget-outlook.ts';
import { findBudgets } from '../explanation/find-budgets.ts';
import type { Operations, OperationWork } from '../kernel/api/operation.ts';
import { Problem } from '../kernel/api/problem.ts';
import { unknownTeam } from '../kernel/api/refusals.ts';
import { snapshotOrder, snapshotPorts } from '../kernel/api/snapshot-of.ts';
import { invalidBudgetDocument, recordDocument, versionDocuments } from '../kernel/records/api/record-documents.ts';
import { budgetEdits, budgetKeyOf, scopeOf, versionOf } from '../kernel/records/api/record-proposal.ts';
import { visibleTo } from '../kernel/records/api/visible-to.ts';
import { nearestHint } from '../kernel/texts/nearest-word.ts';
import type { Day } from '../kernel/time/day.ts';
import { suggestFromUse } from '../suggestion/api.ts';
import { budgetKey, type BudgetKey } from './budget.ts';
import { budgetRecord } from './contract/budget.ts';
import { budgetsContract } from './contract/budgets-contract.ts';
import { formatScope } from './scope.ts';
import { budgetNowDocument, readBudgetOutlooks, readBurnDown } from './use-cases.ts';

const operations: Operations<typeof budgetsContract> = {
  async listBudgets(work, { team, at, daily, ...search }) {
    const visible = await visibleTo(work);
    const { outlooks, today, teams } = await outlooksOf(work, { at, team, isDaily: daily !== undefined });
    const { invalid } = await work.installation.budgets.list();
    if (team !== undefined && !(teams.includes(team) && visible.team(team))) {
      throw unknownTeam(team, teams.filter(visible.team));
    }
    const seen = outlooks.filter(({ budget }) => visible.scope(formatScope(budget.scope)));
    const wanted = findBudgets(seen, search);
    const unread = invalid.filter(({ scope }) => visible.scope(scope));
    return {
      document: {
        rows: wanted.map((outlook) => outlookDocument(outlook, today)),
        next: null,
        count: seen.length,
        invalid: unread.map(invalidBudgetDocument),
      },
    };
  },

  async showBudgets(work, { scope, window, at }) {
    const wanted = formatScope(scopeOf(scope));
    const visible = await visibleTo(work);
    const { outlooks, today } = await outlooksOf(work, { at });
    const found = outlooks.filter(
      ({ budget }) =>
        formatScope(budget.scope) === wanted &&
        visible.scope(wanted) &&
        (window === undefined || budget.window === window),
    );
    if (found.length === 0) {
      const over = window === undefined ? '' : ` over a ${window}`;
      const scopes = outlooks.map(({ budget }) => formatScope(budget.scope)).filter(visible.scope);
      const near = nearestHint(wanted, scopes, (each) => each);
      throw new Problem('not-found', `There is no budget for ${wanted}${over}${near}`);
    }
    return { document: found.map((outlook) => outlookDocument(outlook, today)) };
  },

  async showBudget(work, { at, ...words }) {
    const key = budgetKeyOf(words);
    const visible = await visibleTo(work);
    const { outlooks, today } = await outlooksOf(work, { at });
    const found = outlooks.find(({ budget }) => isOf(key, budget) && visible.scope(formatScope(budget.scope)));
    if (found === undefined) {
      throw new Problem('not-found', `There is no budget for ${formatScope(key.scope)} over a ${key.window}`);
    }
    return {
      document: outlookDocument(found, today),
      version: versionOf(await work.installation.budgets.find(key)),
    };
  },

  async showBurnDown(work, { at, ...words }) {
    const key = budgetKeyOf(words);
    const visible = await visibleTo(work);
    const name = formatScope(key.scope);
    const ports = { ...snapshotPorts(work), budgetVersions: work.installation.budgets };
    const document = visible.scope(name) ? await readBurnDown(ports, key, snapshotOrder(work, at)) : undefined;
    if (document === undefined) {
      throw new Problem('not-found', `There is no budget in force for ${name} over a ${key.window}`);
    }
    return { document };
  },

  setBudget: budgetEdits.set,
  removeBudget: budgetEdits.remove,

  async listBudgetVersions({ installation }, { scope, window }) {
    const wanted = scope === undefined ? undefined : formatScope(scopeOf(scope));
    const key = wanted === undefined || window === undefined ? undefined : { scope: wanted, window };
    const versions = await installation.budgets.listVersions(key);
    const shown = versions.filter(
      (version) =>
        (wanted === undefined || formatScope(version.scope) === wanted) &&
        (window === undefined || version.window === window),
    );
    const rows = versionDocuments(shown, {
      key: budgetKey,
      names: (version) => ({ scope: formatScope(version.scope), window: version.window }),
      shown: ({ terms }) => terms && budgetRecord.document(terms),
    });
    return { document: { rows, next: null } };
  },

  suggestBudgets: suggestFromUse,
};

/** Budgets: what they are and how they stand, and edits of them. */
export const budgets = { contract: budgetsContract, operations };

/** The fields of the record, then what is known of it now; its `from` and `to` are those of the record. */
export function outlookDocument({ budget, now }: BudgetOutlook, today: Day) {
  const { from: windowFrom, through: windowThrough, ...known } = budgetNowDocument(now, today);
  return { ...recordDocument(budgetRecord, budget), windowFrom, windowThrough, ...known };
}

async function outlooksOf(
  work: OperationWork,
  {
    at,
    team,
    isDaily = false,
  }: { readonly at?: number | undefined; readonly team?: string | undefined; readonly isDaily?: boolean },
) {
  const readBudgets = async () => (await work.installation.budgets.list()).budgets;
  const order = { ...snapshotOrder(work, at), readBudgets, isInDepth: false, isDaily, team };
  return readBudgetOutlooks(snapshotPorts(work), order);
}

function isOf(key: BudgetKey, { scope, window }: BudgetKey): boolean {
  return formatScope(key.scope) === formatScope(scope) && key.window === window;
}
