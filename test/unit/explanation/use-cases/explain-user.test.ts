import { expect, test } from 'vitest';

import { listCaps } from '../../../../shared/caps/use-cases.ts';
import {
  explainUser,
  type ExplainPorts,
  type ExplainUserPorts,
} from '../../../../shared/explanation/use-cases/explain-user.ts';
import { enforceJob } from '../../../../shared/kernel/runs/run-id.ts';
import { daysOf } from '../../../../shared/kernel/time/day.ts';
import { showPersonUse } from '../../../../shared/ledger/use-cases.ts';
import { aConfirmedLimit, aLedgerDay } from '../../../support/domain-samples.ts';
import { someSettings } from '../../../support/enforcement-settings.ts';
import { memoryTables } from '../../../support/memory-tables.ts';

const atMs = Date.parse('2026-03-15T02:30:00.000Z');
const order = { atMs, settings: someSettings() };
const day = '2026-03-03';

/** Ann and Bob, of whom Ann has used 400 in March, and every day of the fortnight complete. */
async function someTables() {
  const tables = { clock: { now: () => atMs }, ...memoryTables() };
  tables.budgets.writeByHand({ scope: 'default', window: 'month', amount: 1_000 });
  await tables.users.put([
    { userId: 'bob', email: 'bob@acme.example' },
    { userId: 'ann', email: 'Ann@acme.example' },
    { userId: 'cem', email: 'Aaron@acme.example' },
    { userId: 'svc' },
  ]);
  for (const each of daysOf({ from: '2026-03-01', through: '2026-03-14' })) {
    await tables.ledger.putDay(aLedgerDay({ day: each }));
  }
  await tables.ledger.putRows(day, [{ userId: 'ann', credits: 400, email: null }]);
  return tables;
}

async function explained(tables: ExplainUserPorts, said: Partial<typeof order> & { readonly email?: string } = {}) {
  const outcome = await explainUser(tables, { ...order, email: 'ann@acme.example', ...said });
  return outcome.kind === 'explained' ? outcome.explanation : undefined;
}

test('a user’s cap is explained from the tables of now', async () => {
  expect(await explained(await someTables(), { email: ' ANN@acme.example' })).toMatchObject({
    userId: 'ann',
    today: '2026-03-15',
    dataThrough: '2026-03-14',
    usedCredits: 400,
    untrustedDays: [],
    verdict: { kind: 'limited', limitCredits: 1_000, headroomCredits: 600 },
  });
});

test('whom a held plan would stop can work until it is approved, and no plan holds back a higher limit', async () => {
  const tables = await someTables();
  const heldAt = new Date(atMs).toISOString();
  const plan = { planId: 'p-1', at: heldAt, heldAt, runId: 'run', detail: '', changesCount: 1, changes: [] };
  const saidOf = async (amount: number, limitCredits: number) => {
    tables.budgets.writeByHand({ scope: 'default', window: 'month', amount });
    await tables.limits.put([aConfirmedLimit('ann', limitCredits)], 1);
    const outcome = await explainUser(tables, { ...order, email: 'ann@acme.example' });
    return outcome.kind === 'explained' && [outcome.document.stopped, outcome.document.heldPlan];
  };

  const before = await saidOf(400, 900);
  await tables.plans.hold({ ...plan, expiresAt: '2026-03-16T00:00:00.000Z' });

  expect(before).toEqual(['next-run', null]);
  expect(await saidOf(400, 900)).toEqual(['approval', 'p-1']);
  expect(await saidOf(400, 400)).toEqual(['now', null]);
  expect(await saidOf(1_000, 900)).toEqual([null, null]);
});

test('days of the windows in use that are in doubt or were never read are shown, today and later ones are not', async () => {
  const tables = await someTables();
  const suspect = aLedgerDay({ day: '2026-03-08', status: 'suspect' });
  await tables.ledger.putDay(suspect);
  const ledger: ExplainPorts['ledger'] = {
    ...tables.ledger,
    listDays: async (range) => (await tables.ledger.listDays(range)).filter((each) => each.day !== '2026-03-11'),
  };

  expect((await explained({ ...tables, ledger }))?.untrustedDays).toEqual([
    { day: '2026-03-08', known: suspect },
    { day: '2026-03-11', known: undefined },
  ]);
});

test('no day before the history began is missing', async () => {
  const tables = await someTables();
  const early = Date.parse('2026-01-16T02:30:00.000Z');

  expect((await explained(tables, { atMs: early }))?.untrustedDays.map((each) => each.day)).toEqual([
    '2026-01-14',
    '2026-01-15',
  ]);
});

test('a limit that a run is sending is pending, and one that a stopped run sent is unknown', async () => {
  const tables = await someTables();
  const at = '2026-03-15T02:00:00.000Z';
  const unsettled = [{ limitCredits: 900, at, runId: 'run' }];
  await tables.limits.put([{ ...aConfirmedLimit('ann', 500), unsettled }], 1);

  const stopped = await explained(tables);
  await tables.runs.put({ runId: 'run', job: enforceJob, at, startedAt: at });
  const sending = await explained(tables);

  expect([stopped?.status, sending?.status]).toEqual(['unknown', 'pending']);
});

test('the ceiling of limits counts where one is set', async () => {
  const tables = await someTables();

  const explanation = await explained(tables, { settings: someSettings({ limitCeilingCredits: 700 }) });

  expect(explanation?.verdict).toMatchObject({ limitCredits: 700, bound: { kind: 'ceiling', credits: 700 } });
});

test('the last five changes of the user’s cap are shown, newest first', async () => {
  const tables = await someTables();
  for (let night = 1; night <= 7; night += 1) {
    const at = `2026-03-0${night}T02:30:00.000Z`;
    const detail = { email: 'ann@acme.example', from: null, to: night * 100, reason: 'raised' };
    const entry = { id: `${night}`, at, kind: 'cap-changed', actor: 'curfew', subject: 'ann', detail } as const;
    await tables.journal.append([{ ...entry, runId: `run-${night}` }]);
  }

  const changes = (await explained(tables))?.changes ?? [];

  expect(changes.map(({ runId }) => runId)).toEqual(['run-7', 'run-6', 'run-5', 'run-4', 'run-3']);
});

test('who cannot be capped is explained by the user id', async () => {
  expect(await explained(await someTables(), { email: 'svc' })).toMatchObject({
    userId: 'svc',
    verdict: { kind: 'uncappable' },
  });
});

test('who consumed and was never on the roster is explained by the email of the report', async () => {
  const tables = await someTables();
  await tables.ledger.putRows('2026-03-04', [{ userId: 'stray', credits: 5, email: 'stray@acme.example' }]);

  expect(await explained(tables, { email: 'stray@acme.example' })).toMatchObject({
    userId: 'stray',
    usedCredits: 5,
    verdict: { kind: 'uncappable', reason: 'not-on-roster' },
  });
});

test('of an email that nobody has, those that were perhaps meant are named', async () => {
  const outcome = await explainUser(await someTables(), { ...order, email: 'anne@acme.example' });

  expect(outcome).toEqual({ kind: 'nobody', near: ['Ann@acme.example'] });
});

test('caps are listed by email, with who cannot have one', async () => {
  const outcome = await listCaps(await someTables(), order);

  expect(outcome).toMatchObject({
    kind: 'listed',
    caps: [{ userId: 'cem' }, { userId: 'ann', usedCredits: 400 }, { userId: 'bob' }],
    uncappable: [{ userId: 'svc' }],
    dataThrough: '2026-03-14',
  });
});

test('one cap is listed alone, and why there is none is said', async () => {
  const tables = await someTables();

  const [one, none] = [
    await listCaps(tables, { ...order, email: 'bob@acme.example' }),
    await listCaps(tables, { ...order, email: 'svc' }),
  ];

  expect(one).toMatchObject({ kind: 'listed', caps: [{ userId: 'bob' }], uncappable: [], dataThrough: '2026-03-14' });
  expect(none).toMatchObject({ kind: 'not-found', found: { kind: 'uncappable' } });
});

test('the use of one person is shown day by day in the platform’s window, with the changes of their limit', async () => {
  const tables = await someTables();
  const outcome = await showPersonUse(tables, { ...order, email: 'ann@acme.example' });
  const document = outcome.kind === 'shown' ? outcome.document : undefined;

  expect(document).toMatchObject({
    userId: 'ann',
    dataThrough: '2026-03-14',
    platformWindow: { from: '2026-03-01', through: '2026-03-31' },
    limits: [],
  });
  expect(document?.days.filter(({ credits }) => credits > 0)).toEqual([{ day, credits: 400 }]);
  expect(document?.forecast?.mean).toBeGreaterThan(400);
  expect(document?.expected.map((each) => each.day)).toEqual(daysOf({ from: '2026-03-15', through: '2026-03-31' }));
  expect(document?.expected.reduce((sum, { credits }) => sum + credits, 400)).toBe(document?.forecast?.mean);
  expect(await showPersonUse(tables, { ...order, email: 'nobody@acme.example' })).toMatchObject({ kind: 'nobody' });
});

test('who cannot be capped is shown by the user id, without an address', async () => {
  const tables = await someTables();
  await tables.ledger.putRows('2026-03-04', [{ userId: 'svc', credits: 7, email: null }]);
  const outcome = await showPersonUse(tables, { ...order, email: 'svc' });
  const document = outcome.kind === 'shown' ? outcome.document : undefined;

  expect(document).toMatchObject({ userId: 'svc', email: null });
  expect(document?.days.find(({ credits }) => credits > 0)).toEqual({ day: '2026-03-04', credits: 7 });
});

test('the use of one person is shown from four weeks before the platform’s window on, with a hundred changes at most', async () => {
  const tables = await someTables();
  for (const each of daysOf({ from: '2026-01-20', through: '2026-02-28' })) {
    await tables.ledger.putDay(aLedgerDay({ day: each }));
  }
  const changes = Array.from({ length: 101 }, (_, index) => ({
    id: `${index}`,
    at: '2026-03-10T02:30:00.000Z',
    kind: 'cap-changed' as const,
    actor: 'curfew',
    subject: 'ann',
    runId: `run-${index}`,
    detail: { email: 'ann@acme.example', from: null, to: index, reason: 'raised' },
  }));
  await tables.journal.append(changes);

  const outcome = await showPersonUse(tables, { ...order, email: 'ann@acme.example' });
  const document = outcome.kind === 'shown' ? outcome.document : undefined;

  expect(document?.email).toBe('Ann@acme.example');
  expect([document?.days[0]?.day, document?.days.at(-1)?.day]).toEqual(['2026-02-01', '2026-03-14']);
  expect(document?.limits).toHaveLength(100);
});

test('where too few days are known, nothing is forecast of one person', async () => {
  const tables = await someTables();
  const ledger: ExplainPorts['ledger'] = { ...tables.ledger, listDays: async () => [] };
  const outcome = await showPersonUse({ ...tables, ledger }, { ...order, email: 'bob@acme.example' });

  expect(outcome.kind === 'shown' && outcome.document).toMatchObject({ forecast: null, dataThrough: null });
});
