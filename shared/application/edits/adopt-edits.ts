import { budgetOfVersion } from '../../domain/budgets/budget-version.ts';
import { findDirectEdit } from '../../domain/budgets/direct-edit.ts';
import { parseScope } from '../../domain/budgets/scope.ts';
import { windowKinds } from '../../domain/budgets/window.ts';
import { budgetKind } from '../../domain/budgets/budget.ts';
import { editEntry } from './edit-record.ts';
import { StaleRecordError, type BudgetRowKey, type BudgetStore } from './ports.ts';
import type { Clock } from '../runs/ports.ts';

export interface AdoptPorts {
  readonly budgets: Pick<BudgetStore, 'find' | 'adopt'>;
  readonly clock: Clock;
}

/** What was found under one key of the budgets table. */
export type Adopted = 'taken-up' | 'own' | 'invalid';

/** Somebody may edit a row again while its edit is taken up, but hardly so often. */
const looksMax = 5;

/**
 * Looks at one row that has changed: a valid edit that was made directly gets its version, with history and journal.
 * What Curfew wrote itself has its version already, and a row that cannot be read is left as it is. Raises
 * StaleRecordError when the row never stands still.
 */
export async function adoptEdit(ports: AdoptPorts, key: BudgetRowKey): Promise<Adopted> {
  for (let looks = 1; ; looks += 1) {
    try {
      return await adoptOnce(ports, key);
    } catch (error) {
      if (!(error instanceof StaleRecordError) || looks === looksMax) {
        throw error;
      }
    }
  }
}

async function adoptOnce({ budgets, clock }: AdoptPorts, key: BudgetRowKey): Promise<Adopted> {
  const { row, ...found } = await budgets.find(key);
  const scope = parseScope(key.scope);
  const window = windowKinds.find((kind) => kind === key.window);
  if (row.kind === 'invalid' || scope === undefined || window === undefined) {
    return 'invalid';
  }
  const edit = findDirectEdit({ scope, window }, { row, ...found }, new Date(clock.now()).toISOString());
  if (edit === undefined) {
    return 'own';
  }
  const before = found.last === undefined ? undefined : budgetOfVersion(found.last);
  const { terms: after, ...facts } = edit.version;
  const made = { ...facts, key: { scope, window }, before, after };
  await budgets.adopt(edit, editEntry(budgetKind, made, `version-${edit.version.version}`));
  return 'taken-up';
}
