import type { FleetEntry } from '../../shared/computers/fleet-entry.ts';
import { addDays, type Day } from '../../shared/kernel/time/day.ts';
import type { TargetTerms } from '../../shared/readiness/target.ts';

const owner = 'platform-lead@acme.example';

/** The demo's wanted computers: some exist, some have problems, one is missing. */
export const demoFleet: readonly FleetEntry[] = [
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
export function demoTargets(today: Day): readonly TargetTerms[] {
  return [
    { criterion: 'agents_md', repository: 'acme/*', by: addDays(today, 14), percent: 100, owners: [owner] },
    { criterion: 'unit_tests_runnable', repository: 'acme/billing', by: today, percent: 100, owners: [owner] },
  ];
}
