import type { BudgetStore, TeamStore } from '../shared/application/edits/ports.ts';
import type { Ids } from '../shared/application/runs/ports.ts';
import { editableBudgets, editableTeams } from '../shared/application/edits/editable-records.ts';
import { applyImport, planImport } from '../shared/application/edits/import-records.ts';
import { demoBudgets, demoTeams } from './demo-budgets.ts';
import { readDemoUsage } from './read-demo-usage.ts';

/**
 * Gives the demo organization its first team and budgets, unless somebody has made some already. Gives how many budgets
 * were made.
 */
export async function loadDemoBudgets(
  ports: { readonly budgets: BudgetStore; readonly teams: TeamStore; readonly ids: Ids },
  demo: { readonly emulatorUrl: string; readonly nowMs: number },
): Promise<number> {
  const { budgets, invalid } = await ports.budgets.list();
  if (budgets.length + invalid.length > 0) {
    return 0;
  }
  const usage = await readDemoUsage(demo.emulatorUrl, demo.nowMs);
  const author = { name: 'demo', at: new Date(demo.nowMs).toISOString() };
  // The team first: whoever is stopped in between finds no budgets, and starts over.
  const { ids } = ports;
  const teams = editableTeams(ports.teams);
  await applyImport({ records: teams, ids }, await planImport(teams, demoTeams(usage), { prune: false }), author);
  const records = editableBudgets(ports.budgets);
  const plan = await planImport(records, demoBudgets(usage), { prune: false });
  return (await applyImport({ records, ids }, plan, author)).length;
}
