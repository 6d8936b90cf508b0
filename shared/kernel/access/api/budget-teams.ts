import type { OperationWork } from '../../api/operation.ts';
import { dayOf } from '../../time/day.ts';
import { teamsOfOwner, type BudgetTeams } from '../decide-access.ts';
import { personBehind } from '../same-person.ts';

/** The teams whose budgets name the caller's person as an owner, as the table has them now. Read by every call. */
export async function budgetTeams({
  caller,
  installation,
  nowMs,
}: Pick<OperationWork, 'caller' | 'installation' | 'nowMs'>): Promise<BudgetTeams> {
  const person = personBehind(caller, installation.readSettings().fourEyes.identities);
  if (person.kind !== 'person') {
    return { read: [], give: [] };
  }
  const { budgets } = await installation.budgets.list();
  return teamsOfOwner(budgets, person.email, dayOf(nowMs));
}
