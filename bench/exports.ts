import { writeFileSync } from 'node:fs';
import { devNull } from 'node:os';

import { memoryLedgerStore, memoryUserStore } from '../shared/enforcement/memory-store.ts';
import { exports } from '../shared/exports/api.ts';
import { exportFormats, fileForms } from '../shared/exports/export-kinds.ts';
import { usageSource } from '../shared/exports/export-source.ts';
import { writeExport } from '../shared/exports/write-export.ts';
import { memoryJournal } from '../shared/journal/store/memory-journal.ts';
import type { OperationWork } from '../shared/kernel/api/operation.ts';
import { type Day, daysOf, startOfDayMs } from '../shared/kernel/time/day.ts';
import { Settings } from '../shared/settings/contract/settings.ts';
import { memoryTeamStore } from '../shared/teams/memory-store.ts';
import { runClaim } from './measure/claim.ts';
import { ratioOf } from './measure/spread.ts';
import { cpuSecondsSince, peakMb } from './measure/usage.ts';

/*
 * A year of use written to a file, page by page, from a ledger that makes each day when it is asked for. The goal: the
 * process has under 200 MB of memory.
 */
const mbMax = 200;
const year = { from: '2026-01-14', through: '2027-01-13' };
const nowMs = startOfDayMs('2027-02-01');
const creditsADay = 12_345;

async function aYear(people: number) {
  const userIds = Array.from({ length: people }, (_, at) => `user_${at.toString(16).padStart(16, '0')}`);
  const [users, ledger, journal] = [memoryUserStore(), memoryLedgerStore(), memoryJournal()];
  await users.put(userIds.map((userId, at) => ({ userId, email: `person.${at}@acme.example` })));
  for (const day of daysOf(year)) {
    await ledger.putDay({
      day,
      status: 'complete',
      totalCredits: people * creditsADay,
      hasTrustedFigures: true,
      doubts: [],
      unreadableUserIds: [],
      readAt: `${day}T02:30:00.000Z`,
    });
  }
  return {
    users,
    journal,
    teams: memoryTeamStore(journal),
    ledger: {
      ...ledger,
      async *readEach(days: readonly Day[]) {
        for (const day of days) {
          yield await Promise.resolve({
            day,
            rows: userIds.map((userId) => ({ userId, credits: creditsADay, email: null })),
          });
        }
      },
    },
    readSettings: () => Settings.parse({ money: { prices: ['2026-01-01 12.50 EUR'] } }),
  };
}

const nowhere = {
  write: async (part: string | Uint8Array) => Promise.resolve(writeFileSync(devNull, part)),
  end: async () => Promise.resolve(),
  abort: async () => Promise.resolve(),
};

await runClaim(import.meta, async ({ text, number }) => {
  const format = exportFormats.find((each) => each === text('format'));
  if (format === undefined) {
    throw new RangeError(`--format is ${text('format')}: ${exportFormats.join(', ')}`);
  }
  const work = { installation: await aYear(number('users')), nowMs } as unknown as OperationWork;
  const query = { from: year.from, to: year.through };
  const read = async (cursor?: string) =>
    (await exports.operations.exportUsage(work, cursor === undefined ? query : { ...query, cursor })).document;
  const startMb = peakMb();
  const started = process.cpuUsage();
  const source = usageSource(await read(), fileForms[format].isFocus, read);
  const rows = await writeExport(source, { sink: nowhere, format });
  const document = { format, rows, startMb, peakMb: peakMb(), cpuSeconds: cpuSecondsSince(started) };
  const what = `${rows.toLocaleString('en')} rows as ${format}: peak of memory`;
  return {
    document,
    ratios: [ratioOf([what, 'the goal'], mbMax, document.peakMb, { unit: 'MB' })],
    report: [
      `${what} ${document.peakMb.toFixed(0)} MB (${startMb.toFixed(0)} MB before), ${document.cpuSeconds.toFixed(1)} s of a processor`,
    ],
    hasReachedGoal: document.peakMb < mbMax,
  };
});
