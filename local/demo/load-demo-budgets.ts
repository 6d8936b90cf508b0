import * as z from 'zod';

import { budgetKind, type BudgetTerms } from '../../shared/budgets/budget.ts';
import { type FleetEntry, fleetKind } from '../../shared/computers/fleet-entry.ts';
import type { PlatformClient } from '../../shared/kernel/platform/platform-client.ts';
import type { BudgetStore, RecordStore, TeamStore } from '../../shared/kernel/records/ports.ts';
import type { NameKey } from '../../shared/kernel/records/record-kind.ts';
import {
  applyImport,
  planBudgets,
  planRecords,
  planTeams,
} from '../../shared/kernel/records/use-cases/import-records.ts';
import type { Ids } from '../../shared/kernel/runs/ports.ts';
import { addDays, type Day, dayOf } from '../../shared/kernel/time/day.ts';
import { type TargetKey, targetKind, type TargetTerms } from '../../shared/readiness/target.ts';
import { teamKind, type WantedTeam } from '../../shared/teams/team.ts';
import { demoBudgets, demoTeams, type DemoUsage, monthly } from './demo-budgets.ts';

const departmentKey = 'team';

/** Credits. */
interface Department {
  readonly name: string;
  readonly thisMonth: number;
  readonly usualMonth: number;
}

/** A roster's departments with their use, smallest first. */
export function departmentsOf(
  usage: readonly DemoUsage[],
  departmentOf: ReadonlyMap<string, string>,
): readonly Department[] {
  const members = Map.groupBy(usage, ({ email }) => departmentOf.get(email));
  return [...members]
    .flatMap(([name, people]) =>
      name === undefined
        ? []
        : [
            {
              name,
              thisMonth: people.reduce((sum, user) => sum + user.thisMonth, 0),
              usualMonth: people.reduce((sum, user) => sum + user.usualMonth, 0),
            },
          ],
    )
    .toSorted((one, other) => one.usualMonth - other.usualMonth || (one.name < other.name ? -1 : 1));
}

export function departmentTeam({ name }: Department): WantedTeam {
  return { name, members: [{ kind: 'metadata', key: departmentKey, value: name }] };
}

/**
 * A quarter above usual, with alerts to the department's head and finance, stopping no one. The smallest department
 * instead has a strict pool for a few more days.
 */
export function departmentBudget({ name, thisMonth, usualMonth }: Department, place: number): BudgetTerms {
  const owners = ['finops@acme.example', `${name}-lead@acme.example`];
  const scope = { kind: 'team', name } as const;
  return place === 0
    ? {
        ...monthly(scope, 1.12 * thisMonth + 0.12 * usualMonth, 'A department that must not cost more'),
        guarantee: { kind: 'strict' },
        owners,
      }
    : { ...monthly(scope, 1.25 * usualMonth, 'Planned by the department'), mode: 'alert', owners };
}

const owner = 'platform-lead@acme.example';

/** The demo's wanted computers: some exist, some have problems, one is missing. */
const demoFleet: readonly FleetEntry[] = [
  {
    name: 'builder-[01-05]',
    provider: 'e2b',
    repositories: [],
    installDeps: true,
    owner,
    note: 'Builds of the main branch',
  },
  {
    name: 'ci-runner-[01-04]',
    provider: 'e2b',
    repositories: ['https://git.acme.example/acme/billing'],
    installDeps: true,
    owner,
    note: 'One for each stage',
  },
];

/** Readiness targets: one upcoming, one due. */
function demoTargets(today: Day): readonly TargetTerms[] {
  return [
    { criterion: 'agents_md', repository: 'acme/*', by: addDays(today, 14), percent: 100, owners: [owner] },
    { criterion: 'unit_tests_runnable', repository: 'acme/billing', by: today, percent: 100, owners: [owner] },
  ];
}

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
    readonly fleet: RecordStore<NameKey, FleetEntry>;
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
