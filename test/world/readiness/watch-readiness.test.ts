import fc from 'fast-check';
import { expect, test } from 'vitest';

import { memoryRecordStore } from '../../../shared/kernel/records/store/memory-record-store.ts';
import { editRecord } from '../../../shared/kernel/records/use-cases/edit-record.ts';
import { memoryReadinessStore } from '../../../shared/kernel/runs/store/memory-watcher-stores.ts';
import { targetRecord } from '../../../shared/readiness/contract/readiness-target.ts';
import type { ReadinessReport } from '../../../shared/readiness/report.ts';
import { targetKind, type TargetTerms } from '../../../shared/readiness/target.ts';
import { watchReadiness, type ReadinessPorts } from '../../../shared/readiness/use-cases/watch-readiness.ts';
import { Settings } from '../../../shared/settings/contract/settings.ts';
import { aReport, firstMs } from '../../support/readiness.ts';
import { aroundPorts, type Around } from '../around-ports.ts';
import { rounds, roundsTimeoutMs } from '../rounds.ts';
import { waysAt } from '../sudden-end.ts';
import { hourMs, virtualClock } from '../virtual-clock.ts';
import { audience, disturbed, watcherStores, type WatcherEnd } from '../watcher-stores.ts';

const dayMs = 24 * hourMs;

function aReadinessWorld() {
  const clock = virtualClock(firstMs);
  const stores = watcherStores();
  const list = { reports: [] as ReadinessReport[], repeats: 0, pageSize: 2, pagesRead: 0 };
  const targets = memoryRecordStore(stores.journal, targetRecord);
  const ports: ReadinessPorts = {
    clock,
    ...stores,
    store: memoryReadinessStore(),
    targets,
    reports: {
      async *pages() {
        for (let from = 0; from < list.reports.length; from += list.pageSize) {
          list.pagesRead += 1;
          const reports = list.reports.slice(from, from + list.pageSize);
          yield Promise.resolve({ reports, unreadable: 0, repeated: 0 });
          for (let repeat = 0; repeat < list.repeats; repeat += 1) {
            yield { reports, unreadable: 0, repeated: reports.length };
          }
        }
      },
    },
  };
  const settings = { ...audience, readiness: Settings.parse({}).readiness };
  let runs = 0;
  return {
    clock,
    ports,
    list,
    async watch({ around, dryRun = false }: { readonly around?: Around; readonly dryRun?: boolean } = {}) {
      runs += 1;
      const order = { runId: `readiness-${runs}`, atMs: clock.now(), dryRun, stopAtMs: clock.now() + hourMs };
      return watchReadiness(around === undefined ? ports : aroundPorts(ports, around), settings, order);
    },
    async addTarget(after: TargetTerms) {
      const author = { name: 'ann', at: new Date(clock.now()).toISOString(), way: 'command' } as const;
      await editRecord({ kind: targetKind, store: targets, ids: stores.ids }, { kind: 'add', after }, author);
    },
    async open() {
      const states = await ports.alerts.read('readiness', []);
      return states.flatMap((state) => (state.kind === 'observed' ? [state.observation.topic] : [])).toSorted();
    },
  };
}

function kindsOf({ outcome }: WatcherEnd): readonly string[] {
  return (outcome.findings ?? []).map(({ kind }) => kind);
}

test('a regression is raised, stays open while it fails, and is resolved once it passes', async () => {
  const world = aReadinessWorld();
  const days: (readonly string[])[] = [];
  for (const [day, passing] of [1, 0, 0, 1].entries()) {
    world.clock.moveTo(firstMs + day * dayMs + hourMs);
    world.list.reports.unshift(aReport(day, { t: [passing, 1] }));
    await world.watch();
    days.push(await world.open());
  }

  expect(days).toEqual([[], ['readiness-regression'], ['readiness-regression'], []]);
});

test('a missed target is raised after its day, and a dry run keeps nothing', async () => {
  const world = aReadinessWorld();
  world.list.reports.push(aReport(0, { t: [0, 1] }));
  await world.addTarget({ criterion: 't', repository: '*', by: '2026-03-02', percent: 100, owners: [] });
  world.clock.moveBy(dayMs);

  expect(kindsOf(await world.watch({ dryRun: true }))).toEqual(['readiness-target']);
  expect(await world.ports.store.list()).toEqual([]);
  await world.watch();
  expect(await world.open()).toEqual(['readiness-target']);
});

test('a lost page is reported, changes nothing that is known, and is found again by the next run', async () => {
  const world = aReadinessWorld();
  const repositories = ['a', 'b', 'c', 'd'].map((name) => ({
    repository: `https://git.example/${name}`,
    reportId: `r-${name}`,
  }));
  world.list.reports = repositories.map((report) => aReport(0, { t: [1, 1] }, report));
  await world.watch();
  const known = await world.ports.store.list();
  const whole = world.list.reports;

  world.list.reports = whole.slice(0, 2);
  world.clock.moveBy(dayMs);
  const { outcome } = await world.watch();
  expect([outcome.status, outcome.problems]).toEqual(['partial', [expect.stringMatching(/^2 reports .* lost$/u)]]);
  expect(await world.ports.store.list()).toEqual(known);
  expect(await world.open()).toEqual(['readiness-reading']);

  world.list.reports = whole;
  world.clock.moveBy(dayMs);
  expect((await world.watch()).outcome.status).toBe('complete');
  expect(await world.open()).toEqual([]);
});

test('reports that the platform serves no more are reported once', async () => {
  const world = aReadinessWorld();
  world.list.reports = [aReport(0, { t: [1, 1] })];
  await world.watch();
  world.list.reports = [];
  const statuses = [];
  for (let day = 1; day <= 3; day += 1) {
    world.clock.moveBy(dayMs);
    statuses.push((await world.watch()).outcome.status);
  }

  expect(statuses).toEqual(['partial', 'complete', 'complete']);
});

test('repeated pages are reported, and count once', async () => {
  const world = aReadinessWorld();
  world.list.reports = [aReport(1, { t: [0, 1] }), aReport(0, { t: [1, 1] })];
  world.list.repeats = 1;
  world.clock.moveBy(2 * dayMs);

  const end = await world.watch();

  expect(kindsOf(end).toSorted()).toEqual(['readiness-reading', 'readiness-regression']);
  expect(end.outcome.problems).toEqual([expect.stringContaining('2 reports came twice')]);
});

test('a report of the future is left out and reported, so that it cannot stand for all later ones', async () => {
  const world = aReadinessWorld();
  world.list.reports = [aReport(900, { t: [1, 1] }), aReport(0, { t: [1, 1] })];

  const { outcome } = await world.watch();

  expect(outcome.problems).toEqual([expect.stringContaining('dated in the future')]);
  expect((await world.ports.store.list())[0]?.lines[0]?.newest.reportId).toBe('r-000');
});

test('a long list that comes newest first is read until nothing is new, and to its end once a week', async () => {
  const world = aReadinessWorld();
  const repository = (index: number) => ({
    repository: `https://git.example/r${index % 50}`,
    reportId: `r-${String(index).padStart(5, '0')}`,
  });
  world.list.pageSize = 100;
  world.list.reports = Array.from({ length: 2_100 }, (_, index) => aReport(0, { t: [1, 1] }, repository(index)));
  const pages = [];
  for (let day = 0; day <= 7; day += 1) {
    world.list.pagesRead = 0;
    await world.watch();
    pages.push(world.list.pagesRead);
    world.clock.moveBy(dayMs);
  }

  expect(pages).toEqual([21, 3, 3, 3, 3, 3, 3, 21]);
});

test(
  'a run may be stopped at any of its effects: the next one ends as if nothing had been, and notifies nobody twice',
  async () => {
    const prepared = async () => {
      const world = aReadinessWorld();
      world.list.reports = [aReport(0, { t: [1, 1] })];
      await world.watch();
      world.list.reports = [aReport(1, { t: [0, 1] }), ...world.list.reports];
      world.clock.moveBy(2 * dayMs);
      return world;
    };
    const whole = await prepared();
    const { effects } = await disturbed(whole.clock, async (around) => whole.watch({ around }));
    const wanted = await whole.ports.store.list();
    const mails = (await whole.ports.outbox.listOpenStates()).length;
    expect(mails).toBe(1);

    for (let effect = 1; effect <= effects.length; effect += 1) {
      for (const disturbance of waysAt(effect)) {
        const world = await prepared();
        await disturbed(world.clock, async (around) => world.watch({ around }), { effect, disturbance });
        world.clock.moveBy(hourMs);
        await world.watch();

        const at = `${effects[effect - 1]} ${disturbance}`;
        expect([at, await world.ports.store.list()]).toEqual([at, wanted]);
        expect([at, await world.open()]).toEqual([at, ['readiness-regression']]);
        expect([at, (await world.ports.outbox.listOpenStates()).length]).toEqual([at, mails]);
      }
    }
  },
  roundsTimeoutMs,
);

test('in whatever order the list comes, what is open in the end is the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 1, maxLength: 6 }),
      fc.infiniteStream(fc.nat()),
      async (passing, order) => {
        const [sorted, shuffled] = [aReadinessWorld(), aReadinessWorld()];
        for (const [day, passes] of passing.entries()) {
          const report = aReport(day, { t: [passes, 1] });
          const keys = new Map(
            [...shuffled.list.reports, report].map(({ reportId }) => [reportId, order.next().value]),
          );
          sorted.list.reports.push(report);
          shuffled.list.reports = [...shuffled.list.reports, report].toSorted(
            (a, b) => (keys.get(a.reportId) ?? 0) - (keys.get(b.reportId) ?? 0),
          );
          for (const world of [sorted, shuffled]) {
            world.clock.moveTo(firstMs + day * dayMs + hourMs);
            await world.watch();
          }
        }
        expect(await shuffled.ports.store.list()).toEqual(await sorted.ports.store.list());
        expect(await shuffled.open()).toEqual(await sorted.open());
      },
    ),
    rounds(10),
  );
});
