import { afterEach, expect, test, vi } from 'vitest';

import { demoOrganizationOf } from '../../local/demo/demo-organization.ts';
import { runWatchers, watchers } from '../../local/demo/first-evening.ts';
import { loadDemoBudgets, loadDemoWatched } from '../../local/demo/load-demo-budgets.ts';
import { moveRoster, plantDemoStory } from '../../local/demo/plant-demo-story.ts';
import { jobRunner } from '../../local/jobs/job-handlers.ts';
import { openRunningInstallation } from '../../local/running-installation.ts';
import { randomIds } from '../../shared/runtime/random-ids.ts';
import { styleFor } from '../../shared/terminal/style.ts';
import { useEmulator } from '../support/emulator.ts';
import { useScratchFolder } from '../support/scratch-folder.ts';

const emulator = useEmulator({ ...demoOrganizationOf('acme'), today: '2026-01-27' });
const { pathOf } = useScratchFolder();

// The jobs go by the system's clock; only its time is another one.
afterEach(() => void vi.useRealTimers());

test('every watcher has something to report on the first evening of a named demo', async () => {
  const nowMs = Date.parse('2026-01-27T17:00:00Z');
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  await emulator.tell('/__sim/clock', { now: nowMs });
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
  await jobRunner(opened.jobs)('enforce', { job: 'enforce', schedule: 'nightly', scheduledTime });
  const isWell = await runWatchers(evening);
  await opened.close();

  const told = (job: string): string => said.find((text) => text.startsWith(`\n${job} `)) ?? '';
  expect(isWell).toBe(true);
  expect(watchers).toEqual(expect.arrayContaining(['roster', 'sessions', 'computers', 'readiness', 'digest']));
  expect(told('roster')).toMatch(/twins +\S+@acme/u);
  expect(told('computers')).toMatch(/computer-missing +ci-runner-01/);
  expect(told('computers')).toMatch(/computer-hangs +ci-runner-02/);
  expect(told('readiness')).toMatch(/readiness-regression +\S+billing/);
  expect(told('digest')).toMatch(/team:\w+/);
}, 60_000);
