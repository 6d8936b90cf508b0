import { expect, test } from 'vitest';
import { immediateSteps } from '../../../shared/adapters/memory/immediate-steps.ts';
import { memoryBudgetStore } from '../../../shared/adapters/memory/memory-budget-store.ts';
import { memoryJournal } from '../../../shared/adapters/memory/memory-journal.ts';
import { memoryLedgerStore } from '../../../shared/adapters/memory/memory-ledger-store.ts';
import { memoryLimitStore } from '../../../shared/adapters/memory/memory-limit-store.ts';
import { memoryPageShelf } from '../../../shared/adapters/memory/memory-page-shelf.ts';
import { memoryTeamStore } from '../../../shared/adapters/memory/memory-team-store.ts';
import { memoryUserStore } from '../../../shared/adapters/memory/memory-user-store.ts';
import type { ListPage, RosterPage } from '../../../shared/application/ports.ts';
import { readPlatform } from '../../../shared/application/read-platform.ts';
import { Settings } from '../../../shared/contracts/settings.ts';
import type { UserMetricsPage } from '../../../shared/domain/ledger/reading.ts';
import { daysOf, type DayRange } from '../../../shared/domain/time/day.ts';

const run = { runId: 'run-1', at: '2026-03-15T02:30:00.000Z', today: '2026-03-15' };
const ann = { userId: 'ann', email: 'ann@acme.example' };

function aWorld(pages: readonly RosterPage[] = [{ users: [ann], unreadable: 0 }]) {
  const journal = memoryJournal();
  const asked: DayRange[] = [];
  const ports = {
    steps: immediateSteps(async () => {}),
    journal,
    limits: memoryLimitStore(),
    ledger: memoryLedgerStore(),
    users: memoryUserStore(),
    teams: memoryTeamStore(journal),
    budgets: memoryBudgetStore(journal),
    rosterPages: memoryPageShelf<RosterPage>(),
    metricsPages: memoryPageShelf<UserMetricsPage & ListPage>(),
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
        yield { rows: daysOf(wanted).map((day) => ({ day, userId: 'ann', credits: 1 })), unreadable: [] };
      },
    },
  };
  return { ports, asked };
}

test('a long range is read in calls of so many days', async () => {
  const { ports, asked } = aWorld();

  await readPlatform(ports, Settings.parse({ analyticsDaysMax: 20 }), run);

  expect(asked).toEqual([
    { from: '2026-02-14', through: '2026-03-05' },
    { from: '2026-03-06', through: '2026-03-14' },
  ]);
});

test('of the roster’s metadata only what teams are made from is kept, in the table too', async () => {
  const users = [{ ...ann, metadata: { team: 'core', phone: '+1 555 0100' } }];
  const { ports } = aWorld([{ users, unreadable: 0 }]);
  ports.teams.writeByHand({ name: 'core', members: ['metadata.team=core'] });

  await readPlatform(ports, Settings.parse({}), run);

  expect(await ports.users.list()).toEqual([{ ...ann, metadata: { team: 'core' } }]);
});

test('a list that names a page which it has named before is not read for ever', async () => {
  const { ports } = aWorld([{ next: '1' }, { next: '0' }].map((link) => ({ users: [ann], unreadable: 0, ...link })));

  const reading = readPlatform(ports, Settings.parse({}), run);

  await expect(reading).rejects.toThrow('turns in a circle');
});
