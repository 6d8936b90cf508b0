import { expect, test } from 'vitest';

import { memoryReadinessStore } from '../../../../shared/kernel/runs/store/memory-watcher-stores.ts';
import type { ReadinessReport } from '../../../../shared/readiness/report.ts';
import { watchReadiness, type ReadinessPorts } from '../../../../shared/readiness/use-cases/watch-readiness.ts';
import { partOf } from '../../../support/part-of.ts';
import { aReport, firstMs } from '../../../support/readiness.ts';
import { aTablesWorld } from '../../../support/tables-world.ts';

const dayMs = 86_400_000;
const search = 'https://git.example/acme/search';

async function readinessTables() {
  const { ports: tables } = await aTablesWorld();
  const list: ReadinessReport[] = [];
  const clock = { ms: firstMs, now: () => clock.ms };
  const ports: ReadinessPorts = {
    ...tables,
    clock,
    store: memoryReadinessStore(),
    targets: partOf({ list: async () => ({ records: [], invalid: [] }) }),
    reports: {
      async *pages() {
        yield { reports: list, unreadable: 0, repeated: 0 };
      },
    },
  };
  const settings = {
    admins: ['admin@acme.example'],
    alerts: { fallback: [], unreachable: [], quietHours: [], digest: [] },
    readiness: { mainBranches: ['main'], staleAfterDays: 30, historyDays: 60, versionParts: 2 },
  };
  let runs = 0;
  async function run(
    days: number,
    { stopAfterMs = 3_600_000, ...altered }: Partial<ReadinessPorts> & { readonly stopAfterMs?: number } = {},
  ) {
    runs += 1;
    clock.ms = firstMs + days * dayMs;
    const order = { runId: `readiness-${runs}`, atMs: clock.ms, stopAtMs: clock.ms + stopAfterMs };
    return (await watchReadiness({ ...ports, ...altered }, settings, order)).outcome;
  }
  return { ports, list, run };
}

test('a run finds falls, and criteria that recovered, are new or are gone', async () => {
  const { list, run, ports } = await readinessTables();
  list.push(aReport(0, { lint: [1, 1], docs: [1, 1] }));
  await run(0);
  list.push(aReport(1, { lint: [0, 1], tests: [1, 1] }));
  const fell = await run(1);
  list.push(aReport(2, { lint: [1, 1], tests: [1, 1] }));
  const recovered = await run(2);
  const kindsOf = ({ findings = [] }: typeof fell) =>
    findings.map(({ kind }) => kind).toSorted((a, b) => a.localeCompare(b));

  expect(fell).toMatchObject({ status: 'complete', alerts: expect.any(Number), isUnfinished: false, problems: [] });
  expect(kindsOf(fell)).toEqual(['criterion-gone', 'criterion-new', 'readiness-regression']);
  expect(kindsOf(recovered)).toEqual(['readiness-recovered']);
  expect((await ports.runs.list('readiness', 9)).map(({ job }) => job)).toEqual([
    'readiness',
    'readiness',
    'readiness',
  ]);
});

test('a branch without a report in the history is forgotten', async () => {
  const { list, run, ports } = await readinessTables();
  list.push(aReport(0, { lint: [1, 1] }), aReport(50, { lint: [1, 1] }, { reportId: 's', repository: search }));
  await run(50);
  expect(await ports.store.list()).toHaveLength(2);
  list.shift();

  await run(61);

  expect((await ports.store.list()).map(({ repository }) => repository)).toEqual([search]);
});

test('a target that cannot be read makes the run partial, and is named', async () => {
  const { run } = await readinessTables();
  const targets = { list: async () => ({ records: [], invalid: [{ key: 'lint / acme', problem: 'no day' }] }) };

  expect(await run(0, { targets: partOf(targets) })).toMatchObject({
    status: 'partial',
    problems: [expect.stringMatching(/lint \/ acme.*no day/u)],
  });
});

test('a run that has reached its deadline reads nothing', async () => {
  const { list, run, ports } = await readinessTables();
  list.push(aReport(0, { lint: [1, 1] }));

  expect((await run(0, { stopAfterMs: 0 })).status).toBe('failed');
  expect(await ports.store.list()).toEqual([]);
  expect((await run(0, { stopAfterMs: 1 })).status).toBe('complete');
});
