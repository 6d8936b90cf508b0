import type { BudgetStore, Ids } from '../shared/application/ports.ts';
import { applyImport, planImport } from '../shared/application/import-budgets.ts';
import { demoBudgets } from './demo-budgets.ts';
import { readDemoUsage } from './read-demo-usage.ts';

/** Gives the demo organization its first budgets, unless somebody has made some already. Gives how many were made. */
export async function loadDemoBudgets(
  ports: { readonly budgets: BudgetStore; readonly ids: Ids },
  demo: { readonly emulatorUrl: string; readonly nowMs: number },
): Promise<number> {
  const { budgets, invalid } = await ports.budgets.list();
  if (budgets.length + invalid.length > 0) {
    return 0;
  }
  const wanted = demoBudgets(await readDemoUsage(demo.emulatorUrl, demo.nowMs));
  const plan = await planImport(ports.budgets, wanted, { prune: false });
  const author = { name: 'demo', at: new Date(demo.nowMs).toISOString() };
  return (await applyImport(ports, plan, author)).length;
}
