import * as z from 'zod';

import { budgetKind, type BudgetTerms } from '../../shared/budgets/budget.ts';
import { fleetKind, type FleetEntry } from '../../shared/computers/fleet-entry.ts';
import type { PlatformClient } from '../../shared/kernel/platform/platform-client.ts';
import type { BudgetStore, RecordStore, TeamStore } from '../../shared/kernel/records/ports.ts';
import {
  applyImport,
  planBudgets,
  planRecords,
  planTeams,
} from '../../shared/kernel/records/use-cases/import-records.ts';
import type { Ids } from '../../shared/kernel/runs/ports.ts';
import { addDays, dayOf } from '../../shared/kernel/time/day.ts';
import { targetKind, type TargetKey, type TargetTerms } from '../../shared/readiness/target.ts';
import { teamKind, type WantedTeam } from '../../shared/teams/team.ts';
import { demoBudgets, demoTeams, type DemoUsage } from './demo-budgets.ts';
import { departmentBudget, departmentKey, departmentsOf, departmentTeam } from './demo-departments.ts';
import { demoFleet, demoTargets } from './demo-watched.ts';

export interface RunningDemo {
  readonly emulatorUrl: string;
  readonly nowMs: number;
  readonly roster?: PlatformClient | undefined;
}

/** Gives the demo its first teams and budgets, unless there are some. Returns the number of budgets made. */
export async function loadDemoBudgets(
  ports: { readonly budgets: BudgetStore; readonly teams: TeamStore; readonly ids: Ids },
  demo: RunningDemo,
): Promise<number> {
  if (await hasBudgets(ports.budgets)) {
    return 0;
  }
  const usage = await readDemoUsage(demo);
  const wanted = await wantedRecords(usage, demo);
  const author = { name: 'demo', at: new Date(demo.nowMs).toISOString() };
  // Teams first: after an interruption there are no budgets, and loading starts over.
  const { budgets, teams, ids } = ports;
  const plannedTeams = await planTeams(teams, wanted.teams, { prune: false });
  await applyImport({ kind: teamKind, store: teams, ids }, plannedTeams, author);
  const planned = await planBudgets(budgets, wanted.budgets, { prune: false });
  return (await applyImport({ kind: budgetKind, store: budgets, ids }, planned, author)).length;
}

async function wantedRecords(
  usage: readonly DemoUsage[],
  { roster }: RunningDemo,
): Promise<{ readonly teams: readonly WantedTeam[]; readonly budgets: readonly BudgetTerms[] }> {
  if (roster === undefined) {
    return { teams: demoTeams(usage), budgets: demoBudgets(usage) };
  }
  const departments = departmentsOf(usage, await readDepartments(roster));
  return {
    teams: departments.map(departmentTeam),
    budgets: [...demoBudgets(usage, { hasPilot: false }), ...departments.map(departmentBudget)],
  };
}

async function readDepartments(roster: PlatformClient): Promise<ReadonlyMap<string, string>> {
  const departments = new Map<string, string>();
  for await (const { rows } of roster.organizationUsers()) {
    for (const { email, metadata } of rows) {
      const department = metadata?.[departmentKey];
      if (email !== undefined && typeof department === 'string') {
        departments.set(email, department);
      }
    }
  }
  return departments;
}

/** Gives a named demo its computers and targets. */
export async function loadDemoWatched(
  ports: {
    readonly fleet: RecordStore<Pick<FleetEntry, 'name'>, FleetEntry>;
    readonly targets: RecordStore<TargetKey, TargetTerms>;
    readonly ids: Ids;
  },
  { nowMs }: RunningDemo,
): Promise<void> {
  const author = { name: 'demo', at: new Date(nowMs).toISOString() };
  const { ids } = ports;
  const fleet = { kind: fleetKind, store: ports.fleet, ids };
  await applyImport(fleet, await planRecords(fleet, demoFleet, { prune: false }), author);
  const targets = { kind: targetKind, store: ports.targets, ids };
  await applyImport(targets, await planRecords(targets, demoTargets(dayOf(nowMs)), { prune: false }), author);
}

/** Existing budgets mean the demo is under way. */
export async function hasBudgets(store: BudgetStore): Promise<boolean> {
  const { budgets, invalid } = await store.list();
  return budgets.length + invalid.length > 0;
}

const UsageRows = z.array(z.object({ email: z.string().nullable(), granted: z.number() }));
const UsualDemand = z.array(z.object({ email: z.string(), monthCredits: z.number() }));

/** Reads usual and this month's use from the emulator's side channel. Usual use follows from the seed. */
export async function readDemoUsage({
  emulatorUrl,
  nowMs,
}: Omit<RunningDemo, 'roster'>): Promise<readonly DemoUsage[]> {
  const today = dayOf(nowMs);
  const month = `from=${today.slice(0, 8)}01&to=${addDays(today, -1)}`;
  const [usual, usage] = await Promise.all([
    fetch(`${emulatorUrl}/__sim/usual-demand`),
    fetch(`${emulatorUrl}/__sim/usage?${month}`),
  ]);
  const consumed = Map.groupBy(UsageRows.parse(await usage.json()), ({ email }) => email);
  return UsualDemand.parse(await usual.json()).map(({ email, monthCredits }) => ({
    email,
    usualMonth: monthCredits,
    thisMonth: (consumed.get(email) ?? []).reduce((sum, { granted }) => sum + granted, 0),
  }));
}
