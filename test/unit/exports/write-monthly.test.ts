import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';

import { ExportRefusedError } from '../../../shared/exports/export-refused.ts';
import type { ExportFiles } from '../../../shared/exports/ports.ts';
import { writeMonthly, type MonthlyPorts } from '../../../shared/exports/use-cases/write-monthly.ts';
import { runIdOf } from '../../../shared/kernel/runs/run-id.ts';
import { daysOf } from '../../../shared/kernel/time/day.ts';
import { aLedgerDay } from '../../support/domain-samples.ts';
import { someSettings } from '../../support/enforcement-settings.ts';
import { aTablesWorld } from '../../support/tables-world.ts';

const march = { from: '2026-03-01', through: '2026-03-31' };
const settings = {
  ...someSettings(),
  admins: ['admin@acme.example'],
  money: { prices: ['2026-01-01 12.50 EUR'] },
  monthlyExports: { to: '/srv/figures', formats: ['csv' as const, 'focus' as const] },
};

/** Files in memory, of which some cannot be written. */
function memoryFiles() {
  const files = new Map<string, string>();
  const refused = new Set<string>();
  const open: ExportFiles['open'] = async ({ to, name, isKept }) => {
    if (refused.has(name)) {
      throw new ExportRefusedError('there is no such bucket');
    }
    let text = '';
    return Promise.resolve({
      write: async (part) => Promise.resolve(void (text += String(part))),
      end: async () =>
        Promise.resolve(void (isKept && files.has(`${to}/${name}`) ? '' : files.set(`${to}/${name}`, text))),
      abort: async () => Promise.resolve(),
    });
  };
  return { files, refused, open };
}

async function aMonth() {
  const { ports } = await aTablesWorld({ completeThrough: '2026-04-30' });
  const store = memoryFiles();
  let budgets = 1;
  const figures: MonthlyPorts['figures'] = {
    list: async (what) =>
      Promise.resolve({
        columns: ['what', 'count'],
        pages: (async function* pages() {
          yield await Promise.resolve([{ what, count: what === 'journal' ? 0 : budgets }]);
        })(),
      }),
  };
  const runOn = async (day: string, own = settings, suffix = 'every-3-hours') => {
    const atMs = Date.parse(`${day}T07:50:00Z`);
    const order = { runId: runIdOf('exports', atMs, suffix), atMs, stopAtMs: Infinity };
    const given = { ...ports, figures, files: { open: store.open }, clock: { now: () => atMs } };
    return (await writeMonthly(given, { settings: own, account: 'acme' }, order)).outcome;
  };
  return { ...store, ports, runOn, grow: () => (budgets += 1) };
}

const restated = (at: string) => ({
  id: `${at}/restated`,
  at,
  kind: 'day-restated' as const,
  actor: 'curfew',
  subject: '2026-03-10',
  detail: { totalBefore: 140, totalAfter: 200, userCount: 1, users: [{ userId: 'ann', before: 40, after: 100 }] },
});

const sumOf = (csv: string | undefined): number =>
  (parse(csv ?? '', { columns: true }) as readonly Readonly<Record<string, string>>[]).reduce(
    (sum, { credits }) => sum + Number(credits),
    0,
  );

test('a month is written as files that add up to the ledger; run again, they are the same to the byte', async () => {
  const { files, ports, runOn, grow } = await aMonth();

  const outcome = await runOn('2026-04-03');
  const first = new Map(files);
  grow();
  await runOn('2026-04-06', settings, 'by-hand-1');

  expect(outcome).toMatchObject({ status: 'complete', problems: [] });
  const names = ['usage.csv', 'usage-focus.csv', 'budgets.csv', 'limits.csv', 'alerts.csv', 'journal.csv'];
  expect([...first.keys()]).toEqual(names.map((name) => `/srv/figures/2026-03/${name}`));
  expect(files).toEqual(first);
  const days = await ports.ledger.listDays(march);
  expect(days.length).toBe(daysOf(march).length);
  expect(sumOf(files.get('/srv/figures/2026-03/usage.csv'))).toBe(
    days.reduce((sum, { totalCredits }) => sum + totalCredits, 0),
  );
});

test('usage of an earlier month is written again once a day of it is restated, with the correction', async () => {
  const { files, ports, runOn } = await aMonth();
  await ports.journal.append([restated('2026-04-20T02:30:00.000Z')]);

  await runOn('2026-05-03');

  expect([...files.keys()].filter((name) => name.includes('/2026-03/'))).toEqual([
    '/srv/figures/2026-03/usage.csv',
    '/srv/figures/2026-03/usage-focus.csv',
  ]);
  const usage = files.get('/srv/figures/2026-03/usage.csv');
  expect(usage).toContain('60,2026-04-20');
  expect(sumOf(usage)).toBe(200);
});

test('a file that cannot be written is alerted and the others are written; the alert ends with the next whole run', async () => {
  const { files, refused, ports, runOn } = await aMonth();
  refused.add('2026-03/usage.csv');

  const outcome = await runOn('2026-04-03');

  expect(outcome).toMatchObject({ status: 'partial', alerts: 1 });
  expect(outcome.problems).toEqual(['2026-03/usage.csv was not written: there is no such bucket']);
  expect(files.size).toBe(5);
  refused.clear();
  expect(await runOn('2026-04-06')).toMatchObject({ status: 'complete', alerts: 1 });
  expect(await ports.alerts.read('exports', [])).toEqual([]);
});

test('a month is written once, and when a day is restated its usage alone again', async () => {
  const { files, ports, runOn } = await aMonth();
  await runOn('2026-04-03');
  files.clear();

  await runOn('2026-04-04');
  expect([...files.keys()]).toEqual([]);
  await ports.journal.append([restated('2026-04-05T02:30:00.000Z')]);
  await runOn('2026-04-05');

  expect([...files.keys()]).toEqual(['/srv/figures/2026-03/usage.csv', '/srv/figures/2026-03/usage-focus.csv']);
});

test('a month waits for its figures until the ninth, then it is written and says what is missing', async () => {
  const { files, ports, runOn } = await aMonth();
  const [day] = await ports.ledger.listDays({ from: '2026-03-31', through: '2026-03-31' });
  await ports.ledger.putDay({ ...aLedgerDay({ day: '2026-03-31' }), ...day, status: 'suspect' });

  expect(await runOn('2026-04-09')).toMatchObject({ status: 'complete', findings: [] });
  expect(files.size).toBe(0);

  expect(await runOn('2026-04-10')).toMatchObject({ status: 'partial' });
  expect(files.size).toBe(6);
});

test('nothing is written unless the settings name a place', async () => {
  const { files, runOn } = await aMonth();

  const outcome = await runOn('2026-04-03', { ...settings, monthlyExports: { formats: ['csv'] } } as never);

  expect(outcome).toMatchObject({ status: 'complete', findings: [] });
  expect(files.size).toBe(0);
});
