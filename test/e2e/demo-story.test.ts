import { expect, onTestFinished, test } from 'vitest';

import { demoNames, demoOrganizationOf } from '../../local/demo/demo-organization.ts';
import { runWatchers, watchers } from '../../local/demo/first-evening.ts';
import { loadDemoBudgets, loadDemoWatched } from '../../local/demo/load-demo-budgets.ts';
import { moveRoster, plantDemoStory } from '../../local/demo/plant-demo-story.ts';
import { jobRunner } from '../../local/jobs/job-handlers.ts';
import { openRunningInstallation } from '../../local/running-installation.ts';
import { type EnforcementRun } from '../../shared/enforcement/use-cases/enforce-budgets.ts';
import { randomIds } from '../../shared/kernel/runtime/random-ids.ts';
import { styleFor } from '../../shared/terminal/style.ts';
import { startTestEmulator, type TestEmulator, UsageRows } from '../support/emulator.ts';
import { useScratchFolder } from '../support/scratch-folder.ts';
import { isMoved } from '../support/suite-moment.ts';

const { pathOf } = useScratchFolder();

/** The others have more people than `npm test` has time for: `npm run soak -- calendar` plays them on each of its days. */
const played = isMoved ? demoNames : (['acme'] as const);

test.each(played)(
  'on the first evening of %s the run is complete, people are stopped, and every watcher has something to report',
  async (name) => {
    // It goes by the clock of the suite, as everything else here does.
    const emulator = await startTestEmulator({ ...demoOrganizationOf(name), today: undefined });
    onTestFinished(async () => emulator.close());
    const nowMs = Date.now();
    const opened = await openRunningInstallation({
      stateDir: pathOf('state'),
      env: emulator.env,
      calls: {},
      onMailsSent: () => {},
    });
    const said: string[] = [];
    const evening = {
      jobs: opened.jobs,
      style: styleFor({ isTerminal: false }, {}),
      say: (text: string) => void said.push(text),
    };
    const demo = { emulatorUrl: emulator.url, nowMs, roster: opened.jobs.platform };

    await plantDemoStory(demo);
    await moveRoster(demo);
    await loadDemoBudgets({ ...opened, ids: randomIds }, demo);
    await loadDemoWatched({ fleet: opened.fleet, targets: opened.readinessTargets, ids: randomIds }, demo);
    const scheduledTime = new Date(nowMs).toISOString();
    const runs: EnforcementRun[] = [];
    const listeners = { onEnforcementRun: (run: EnforcementRun) => void runs.push(run) };
    await jobRunner(opened.jobs, listeners)('enforce', { job: 'enforce', schedule: 'nightly', scheduledTime });
    const isWell = await runWatchers(evening);
    const stopped = await stoppedOn(emulator, scheduledTime.slice(0, 10));
    await opened.close();

    const told = (job: string): string => said.find((text) => text.startsWith(`\n${job} `)) ?? '';
    expect(runs.map(({ outcome }) => outcome.status)).toEqual(['complete']);
    expect(stopped.length).toBeGreaterThanOrEqual(3);
    expect(isWell).toBe(true);
    expect(watchers).toEqual(expect.arrayContaining(['roster', 'sessions', 'computers', 'readiness', 'digest']));
    expect(told('roster')).toMatch(/twins +\S+@acme/u);
    expect(told('computers')).toMatch(/computer-missing +ci-runner-01/);
    expect(told('computers')).toMatch(/computer-hangs +ci-runner-02/);
    expect(told('readiness')).toMatch(/readiness-regression +\S+billing/);
    expect(told('digest')).toMatch(/team:\w+/);
  },
  600_000,
);

/** Who has consumed in the month of this day as much as the platform allows. */
async function stoppedOn(emulator: TestEmulator, day: string): Promise<readonly string[]> {
  const rows = await emulator.read(`/__sim/usage?from=${day.slice(0, 8)}01`, UsageRows);
  const consumed = new Map<string | null, number>();
  rows.forEach(({ email, granted }) => consumed.set(email, (consumed.get(email) ?? 0) + granted));
  return [...(await emulator.limits())].flatMap(([email, limit]) => ((consumed.get(email) ?? 0) >= limit ? email : []));
}
