import { expect, test, vi } from 'vitest';

import { memoryBudgetStore } from '../../../../../shared/budgets/memory-store.ts';
import type { EnforcementSettings } from '../../../../../shared/enforcement/enforcement-settings.ts';
import {
  memoryLedgerStore,
  memoryLimitStore,
  memoryUserStore,
} from '../../../../../shared/enforcement/memory-store.ts';
import type { RosterPage } from '../../../../../shared/enforcement/ports.ts';
import { readPlatform } from '../../../../../shared/enforcement/use-cases/collect/read-platform.ts';
import type {
  EnforcementPorts,
  EnforcementWork,
} from '../../../../../shared/enforcement/use-cases/enforcement-work.ts';
import { memoryJournal } from '../../../../../shared/journal/store/memory-journal.ts';
import {
  PlatformUnavailableError,
  RangeRefusedError,
  type ListPage,
  type PageStore,
  type Steps,
} from '../../../../../shared/kernel/runs/ports.ts';
import { immediateSteps } from '../../../../../shared/kernel/runs/store/immediate-steps.ts';
import { memoryPageStore } from '../../../../../shared/kernel/runs/store/memory-page-store.ts';
import { daysOf, type DayRange } from '../../../../../shared/kernel/time/day.ts';
import type { UserMetricsPage } from '../../../../../shared/ledger/reading.ts';
import { Settings } from '../../../../../shared/settings/contract/settings.ts';
import { memoryTeamStore } from '../../../../../shared/teams/memory-store.ts';
import { aLedgerDay } from '../../../../support/domain-samples.ts';
import { partOf } from '../../../../support/part-of.ts';

const run = { runId: 'run-1', at: '2026-03-15T02:30:00.000Z', today: '2026-03-15' };
const ann = { userId: 'ann', email: 'ann@acme.example' };

function aWorld(pages: readonly RosterPage[] = [{ users: [ann], unreadable: 0 }]) {
  const journal = memoryJournal();
  const asked: DayRange[] = [];
  const walked: DayRange[] = [];
  const ports = {
    steps: immediateSteps(async () => {}),
    ids: { next: () => 'reading' },
    journal,
    limits: memoryLimitStore(),
    ledger: memoryLedgerStore(),
    users: memoryUserStore(),
    teams: memoryTeamStore(journal),
    budgets: memoryBudgetStore(journal),
    rosterPages: memoryPageStore<RosterPage>(),
    metricsPages: memoryPageStore<UserMetricsPage & ListPage>(),
    roster: {
      async *read(from = '0') {
        yield* pages.slice(Number(from));
      },
    },
    usage: {
      async readDays(wanted: DayRange) {
        asked.push(wanted);
        const rows = [{ userId: 'ann', credits: 1, email: null }];
        return daysOf(wanted).map((day) => ({ day, totalCredits: 1, rows, unreadable: [] }));
      },
      async *readUserMetrics(wanted: DayRange) {
        walked.push(wanted);
        yield { rows: daysOf(wanted).map((day) => ({ day, userId: 'ann', credits: 1 })), unreadable: [] };
      },
    },
  };
  return { ports, asked, walked };
}

async function read(ports: Partial<EnforcementPorts>, settings: EnforcementSettings, as = run) {
  return readPlatform(partOf<EnforcementWork>({ ports: partOf<EnforcementPorts>(ports), settings, run: as }));
}

test('a long range is read in calls of so many days', async () => {
  const { ports, asked } = aWorld();

  await read(ports, Settings.parse({ analyticsDaysMax: 20 }));

  expect(asked).toEqual([
    { from: '2026-02-14', through: '2026-03-05' },
    { from: '2026-03-06', through: '2026-03-14' },
  ]);
});

test('the use of a large organization is walked once over all days, and only the bill is asked for by the day', async () => {
  const users = Array.from({ length: 60_000 }, (_, index) => ({ userId: `user-${index}` }));
  const { ports, asked, walked } = aWorld([{ users, unreadable: 0 }]);

  await read(ports, Settings.parse({}));

  expect(walked).toEqual([{ from: '2026-02-14', through: '2026-03-14' }]);
  expect(asked).toHaveLength(29);
});

test('a weekly reread that breaks off is gone on with by the next try, and not begun again', async () => {
  const { ports, walked } = aWorld();
  const settings = Settings.parse({ analyticsDaysMax: 10 });
  let isAway = true;
  const usage = {
    ...ports.usage,
    async readDays(wanted: DayRange) {
      if (isAway && walked.length === 2) {
        throw new PlatformUnavailableError('503');
      }
      return ports.usage.readDays(wanted);
    },
  };
  await expect(read({ ...ports, usage }, settings, run)).rejects.toThrow('503');
  isAway = false;

  await read({ ...ports, usage }, settings, { ...run, runId: 'run-2', at: '2026-03-15T03:30:00.000Z' });

  expect(walked.map(({ from }) => from)).toEqual(['2026-02-14', '2026-02-24', '2026-02-24', '2026-03-06']);
});

test('a platform that refuses a long range is walked by the month', async () => {
  const { ports, asked, walked } = aWorld();
  ports.budgets.writeByHand({ scope: 'org', window: 'quarter', amount: 1_000, mode: 'enforce' });
  const usage = {
    ...ports.usage,
    async *readUserMetrics(wanted: DayRange) {
      if (daysOf(wanted).length > 31) {
        walked.push(wanted);
        throw new RangeRefusedError('400');
      }
      yield* ports.usage.readUserMetrics(wanted);
    },
  };

  await read({ ...ports, usage }, Settings.parse({}), run);

  expect(walked).toEqual([
    { from: '2026-01-14', through: '2026-03-14' },
    { from: '2026-01-14', through: '2026-02-13' },
    { from: '2026-02-14', through: '2026-03-14' },
  ]);
  expect(asked).toEqual(walked.slice(1));
});

test('the teams are read once for the whole roster, and not at all where no metadata looks like a secret', async () => {
  const open = { ...ann, metadata: { pin: 'y' } };
  const pagesOf = (user: RosterPage['users'][number]) =>
    [{ next: '1' }, { next: '2' }, {}].map((link) => ({ users: [user], unreadable: 0, ...link }));
  const readsOf = async (pages: readonly RosterPage[]) => {
    const { ports } = aWorld(pages);
    const list = vi.spyOn(ports.teams, 'list');
    await read(ports, Settings.parse({}));
    return list.mock.calls.length;
  };

  expect(await readsOf(pagesOf({ ...open, secretKeys: ['pin'] }))).toBe(1);
  expect(await readsOf(pagesOf(open))).toBe(0);
});

test('the metadata of every user is kept, whatever teams there are', async () => {
  const users = [{ ...ann, metadata: { team: 'core', cost: '4711' } }];
  const { ports } = aWorld([{ users, unreadable: 0 }]);

  await read(ports, Settings.parse({}));

  expect(await ports.users.list()).toEqual(users);
});

test('metadata that looks like a secret is kept only where a team is made from its key', async () => {
  const users = [{ ...ann, metadata: { team: 'core', code: 'x', pin: 'y' }, secretKeys: ['code', 'pin'] }];
  const { ports } = aWorld([{ users, unreadable: 0 }]);
  ports.teams.writeByHand({ name: 'core', members: ['metadata.code=x'] });

  await read(ports, Settings.parse({}));

  expect(await ports.users.list()).toEqual([{ ...ann, metadata: { team: 'core', code: 'x' } }]);
});

test('a list that names a page which it has named before is not read for ever', async () => {
  const { ports } = aWorld([{ next: '1' }, { next: '0' }].map((link) => ({ users: [ann], unreadable: 0, ...link })));

  const reading = read(ports, Settings.parse({}), run);

  await expect(reading).rejects.toThrow('turns in a circle');
});

test('each part of a reading has a step, a list and a progress of its own, and leaves no page', async () => {
  const { ports } = aWorld();
  const [names, lists, dropped, progress] = [
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Array<object>(),
  ];
  const noting = (place: string): Steps => ({
    async run(name, work) {
      names.add(`${place}${name}`);
      return work();
    },
    wait: async () => {},
    group: async (name, work) => work(noting(`${place}${name}/`)),
  });
  function noted<Page extends ListPage>(store: PageStore<Page>): PageStore<Page> {
    return {
      ...store,
      async put(list, first, pages) {
        lists.add(list);
        await store.put(list, first, pages);
      },
      async drop(list) {
        dropped.add(list);
        await store.drop(list);
      },
    };
  }

  await read(
    {
      ...ports,
      steps: noting(''),
      rosterPages: noted(ports.rosterPages),
      metricsPages: noted(ports.metricsPages),
      progress: { report: (step) => void progress.push(step) },
    },
    Settings.parse({ analyticsDaysMax: 20 }),
    run,
  );

  expect([...names]).toEqual([
    'read/reading',
    'read/roster/pages 1',
    'read/roster/people',
    'read/days',
    'read/use 2026-02-14 2026-03-05/pages 1',
    'read/use 2026-02-14 2026-03-05/ledger 2026-02-14',
    'read/use 2026-03-06 2026-03-14/pages 1',
    'read/use 2026-03-06 2026-03-14/ledger 2026-03-06',
  ]);
  expect([...lists]).toEqual([
    'run-1/reading/roster',
    'run-1/reading/use/2026-02-14 2026-03-05',
    'run-1/reading/use/2026-03-06 2026-03-14',
  ]);
  expect(dropped).toEqual(lists);
  const bill = { step: 'usage', done: 0, total: 1 };
  expect(progress).toEqual([{ step: 'roster', done: 1 }, bill, bill]);
});

test('on its weekday everything is read again, on others the last days alone', async () => {
  const readOn = async (fullRereadWeekday: number) => {
    const { ports, walked } = aWorld();
    for (const day of daysOf({ from: '2026-01-14', through: '2026-03-14' })) {
      await ports.ledger.putDay(aLedgerDay({ day, readAt: '2026-03-14T23:00:00.000Z' }));
    }
    await read(ports, Settings.parse({ fullRereadWeekday, rereadDays: 3 }));
    return walked;
  };

  // The run is on a Sunday.
  expect(await readOn(7)).toEqual([{ from: '2026-02-14', through: '2026-03-14' }]);
  expect(await readOn(1)).toEqual([{ from: '2026-03-12', through: '2026-03-14' }]);
});

test('before there are analytics, only the roster is read', async () => {
  const { ports, asked, walked } = aWorld();

  await read(ports, Settings.parse({}), {
    runId: 'run-1',
    at: '2026-01-14T02:30:00.000Z',
    today: '2026-01-14',
  });

  expect({ asked, walked }).toEqual({ asked: [], walked: [] });
  expect(await ports.users.list()).toEqual([ann]);
});

test('a reading that is taken up again goes on in as large steps as it had come to', async () => {
  const roster = Array.from({ length: 300 }, (_, index) => ({
    users: [{ userId: `user-${index}` }],
    unreadable: 0,
    ...(index < 299 && { next: String(index + 1) }),
  }));
  const { ports } = aWorld(roster);
  const finished = new Map<string, unknown>();
  async function stepsOfUse() {
    const { steps, names } = stepsAfter(finished);
    await read({ ...ports, steps, usage: { ...ports.usage, readUserMetrics: manyPages } }, oneDay, run);
    return names.filter((name) => name.startsWith('use')).length;
  }
  const atOnce = await stepsOfUse();

  const adopted = await stepsOfUse();

  expect(adopted).toBe(atOnce);
  expect(adopted).toBeLessThan(100);
});

const oneDay = Settings.parse({ analyticsDaysMax: 366 });

async function* manyPages(_range: DayRange, from = '0') {
  for (let number = Number(from); number < 300; number += 1) {
    const rows = [{ day: '2026-03-14', userId: `user-${number}`, credits: 1 }];
    yield { rows, unreadable: [], ...(number < 299 && { next: String(number + 1) }) };
  }
}

/** Steps under their names with that of their group; the roster, once it is read, is not gone through again. */
function stepsAfter(finished: Map<string, unknown>) {
  const names: string[] = [];
  const within = (place: string): Steps => ({
    async run(name, work) {
      names.push(`${place}${name}`);
      return work();
    },
    wait: async () => {},
    async group<T>(name: string, work: (steps: Steps) => Promise<T>): Promise<T> {
      const given = finished.has(name) ? (finished.get(name) as T) : await work(within(`${name}/`));
      if (name === 'roster') {
        finished.set(name, given);
      }
      return given;
    },
  });
  return { steps: within(''), names };
}
