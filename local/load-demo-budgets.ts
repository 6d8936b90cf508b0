import * as z from 'zod';
import type { BudgetStore, TeamStore } from '../shared/application/edits/ports.ts';
import type { Ids } from '../shared/application/runs/ports.ts';
import { editableBudgets, editableTeams } from '../shared/application/edits/editable-records.ts';
import { applyImport, planImport } from '../shared/application/edits/import-records.ts';
import { demoBudgets, demoTeams, type DemoUsage } from './demo-budgets.ts';
import { addDays, dayOf, type Day } from '../shared/domain/time/day.ts';

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

const UsageRows = z.array(z.object({ email: z.string().nullable(), date: z.string(), granted: z.number() }));

const lookBackDays = 60;
const usualMonthDays = 30;

/** Asks the emulator's side channel what the people of the demo organization consumed in the last two months. */
async function readDemoUsage(emulatorUrl: string, nowMs: number): Promise<readonly DemoUsage[]> {
  const today = dayOf(nowMs);
  const from = addDays(today, -lookBackDays);
  const answer = await fetch(`${emulatorUrl}/__sim/usage?from=${from}&to=${addDays(today, -1)}`);
  return usageOf(UsageRows.parse(await answer.json()), `${today.slice(0, 8)}01`);
}

function usageOf(rows: z.output<typeof UsageRows>, monthStart: Day): readonly DemoUsage[] {
  const users = Map.groupBy(
    rows.filter((row) => row.email !== null),
    (row) => row.email ?? '',
  );
  return [...users].map(([email, days]) => ({
    email,
    thisMonth: sum(days.filter((day) => day.date >= monthStart)),
    usualMonth: Math.round((sum(days) / lookBackDays) * usualMonthDays),
  }));
}

function sum(days: readonly { readonly granted: number }[]): number {
  return days.reduce((total, day) => total + day.granted, 0);
}
