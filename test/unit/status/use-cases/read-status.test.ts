import { describe, expect, test } from 'vitest';

import { nextLink } from '../../../../shared/evidence/chain.ts';
import { runIdOf } from '../../../../shared/kernel/runs/run-id.ts';
import type { RunOutcome } from '../../../../shared/kernel/runs/run.ts';
import { daysOf } from '../../../../shared/kernel/time/day.ts';
import type { Mail } from '../../../../shared/mail/mail.ts';
import { StatusDocument } from '../../../../shared/status/contract.ts';
import { readStatus, shortStatus, type StatusOrder } from '../../../../shared/status/use-cases/read-status.ts';
import { anAnchor } from '../../../support/anchors.ts';
import { aConfirmedLimit, aLedgerDay, anOutcome } from '../../../support/domain-samples.ts';
import { someSettings } from '../../../support/enforcement-settings.ts';
import { memoryEnforcementStores } from '../../../support/memory-tables.ts';
import { anObservation, anObservedState } from '../../notifications/observed.ts';

const at = '2026-03-15T09:00:00.000Z';
const night = '2026-03-15T02:30:00.000Z';
const schedules = [{ job: 'enforce', schedule: 'nightly', nextAt: '2026-03-16T02:30:00.000Z', dueAt: night }];
const order: StatusOrder = { atMs: Date.parse(at), settings: someSettings(), schedules, isRunning: true };

/** Ann, who is stopped by the default; a complete night, and every day complete. */
async function someTables() {
  const tables = { clock: { now: () => Date.parse(at) }, ...memoryEnforcementStores() };
  tables.budgets.writeByHand({ scope: 'default', window: 'month', amount: 400, to: '2026-03-20' });
  tables.budgets.writeByHand({ scope: 'org', window: 'month', amount: 50_000 });
  await tables.users.put([{ userId: 'ann', email: 'ann@acme.example' }]);
  for (const day of daysOf({ from: '2026-02-01', through: '2026-03-14' })) {
    await tables.ledger.putDay(aLedgerDay({ day }));
  }
  await tables.ledger.putRows('2026-03-03', [{ userId: 'ann', credits: 400, email: null }]);
  await tables.limits.put([aConfirmedLimit('ann', 400)], 1);
  return tables;
}

type Tables = Awaited<ReturnType<typeof someTables>>;

async function ran(tables: Tables, outcome: Partial<RunOutcome> = {}, runAt = night): Promise<void> {
  const run = { runId: runIdOf('enforce', Date.parse(runAt), 'nightly'), job: 'enforce', at: runAt, startedAt: runAt };
  await tables.runs.put({ ...run, finishedAt: runAt, outcome: anOutcome(outcome) });
}

/** A run that began and left no end. */
async function began(tables: Tables, startedAt: string): Promise<void> {
  await tables.runs.put({
    runId: runIdOf('enforce', Date.parse(startedAt), 'nightly'),
    job: 'enforce',
    at: startedAt,
    startedAt,
  });
}

async function statusOf(tables: Tables, over: Partial<StatusOrder> = {}) {
  const document = shortStatus(await readStatus(tables, { ...order, ...over }));
  expect(StatusDocument.parse(document)).toStrictEqual(document);
  return document;
}

function aMail(mailId: string): Mail {
  return { mailId, to: 'ann@acme.example', subject: 's', text: 't', html: 'h', runId: 'r', carries: [] };
}

const heldBy = { guard: 'blast-radius', plan: '3f9a', detail: '141 limits would change' } as const;

describe('the status', () => {
  test('counts mails that are on their way or of unknown outcome, and one whose sender was cut off is unknown', async () => {
    const tables = await someTables();
    await ran(tables);
    await tables.outbox.write(['a', 'b', 'c', 'd'].map(aMail), at);
    const written = { kind: 'written', attempts: 0 } as const;
    const sendingSince = (since: string) => ({ kind: 'sending', attempts: 1, owner: 'o', since }) as const;
    await tables.outbox.move('a', written, { kind: 'unknown', problem: 'no answer', carriedBy: 'z' });
    await tables.outbox.move('b', written, sendingSince('2026-03-15T08:58:00.000Z'));
    await tables.outbox.move('c', written, sendingSince('2026-03-15T08:58:00.001Z'));

    expect(await statusOf(tables)).toMatchObject({
      ok: false,
      next: { what: 'No one knows whether 1 mail arrived' },
      mail: { unknown: 2, sending: 1, waiting: 1 },
      undelivered: [
        { what: 'reported', mail: 'a' },
        { what: 'unknown', mail: 'b' },
      ],
    });
  });

  test('asks for somebody while a run was made as of a moment that has not come yet, and no longer', async () => {
    const tables = await someTables();
    await ran(tables);
    await tables.runs.markApplied('enforce', '2026-03-15T10:00:00.000Z');

    const before = await statusOf(tables);
    const after = await statusOf(tables, { nowMs: Date.parse('2026-03-15T10:00:00.000Z') });

    expect(before).toMatchObject({
      ok: false,
      held: [{ guard: 'newer-run', plan: null, reason: expect.stringContaining('2026-03-15T10:00:00.000Z') }],
    });
    expect(after).toMatchObject({ ok: true, held: [] });
  });

  test('is well where the night is recorded, and says who is stopped, by what and until when', async () => {
    const tables = await someTables();
    await ran(tables);

    expect(await statusOf(tables)).toMatchObject({
      ok: true,
      next: null,
      dataThrough: '2026-03-14',
      lastRuns: [{ job: 'enforce', at: night, status: 'complete' }],
      nextRuns: [{ job: 'enforce', at: '2026-03-16T02:30:00.000Z' }],
      stopped: [
        {
          email: 'ann@acme.example',
          by: 'budget',
          scope: 'default',
          window: 'month',
          until: '2026-04-01T00:00:00.000Z',
          limit: 400,
          used: 400,
        },
      ],
      pools: [{ scope: 'org', used: 400, left: 49_600 }],
      held: [],
      late: [],
      undelivered: [],
      ending: [{ scope: 'default', window: 'month', to: '2026-03-20' }],
    });
  });

  test('before the first run says that there is none', async () => {
    expect((await statusOf(await someTables())).next).toEqual({
      what: 'Nothing has run yet',
      command: 'npx curfew run enforce',
      about: { kind: 'job', id: 'enforce' },
    });
  });

  test('names a night that did not happen, unless nothing runs by itself here', async () => {
    const tables = await someTables();
    await ran(tables, {}, '2026-03-14T02:30:00.000Z');

    expect(await statusOf(tables)).toMatchObject({
      next: { command: 'npx curfew run enforce' },
      late: [{ job: 'enforce', dueAt: night }],
    });
    expect(await statusOf(tables, { isRunning: false })).toMatchObject({ ok: true, late: [], nextRuns: [] });
  });

  test.each([
    ['2026-03-14T00:00:00.000Z', ['The evidence of the controls was last anchored Sat 14 Mar 2026, 00:00 UTC']],
    ['2026-03-15T00:00:00.000Z', []],
  ])('names the moment %s of the last signed head of the evidence where that is late: %j', async (signedAt, late) => {
    const tables = await someTables();
    await ran(tables);
    const body = { anchor: { ...(await anAnchor({ at: signedAt })) } };
    await tables.evidence.append(nextLink(undefined, { at: night, kind: 'run', body }), undefined);

    expect((await statusOf(tables)).late.map(({ detail }) => detail)).toEqual(late);
  });

  test('puts a failed run before all else', async () => {
    const tables = await someTables();
    await ran(tables, { status: 'failed', problems: ['the key was refused'] });

    expect((await statusOf(tables)).next?.what).toContain('the key was refused');
  });

  test('names a plan that waits, since when, and how it is approved', async () => {
    const tables = await someTables();
    await ran(tables, { status: 'held', held: heldBy });
    const plan = { planId: '3f9a', at: night, heldAt: night, expiresAt: '2026-03-16T00:00:00.000Z', runId: 'r' };
    await tables.plans.put({ ...plan, detail: heldBy.detail, changesCount: 141, changes: [] });

    expect(await statusOf(tables)).toMatchObject({
      held: [{ plan: '3f9a', reason: heldBy.detail, since: night }],
      next: { command: 'npx curfew approve 3f9a' },
    });
  });

  test('names a plan that waits beside figures in doubt that a later run met', async () => {
    const tables = await someTables();
    const plan = { planId: '3f9a', at: night, heldAt: night, expiresAt: '2026-03-16T00:00:00.000Z', runId: 'r' };
    await tables.plans.put({ ...plan, detail: heldBy.detail, changesCount: 141, changes: [] });
    await ran(tables, { status: 'held', held: { guard: 'trust-gate', detail: 'in doubt' } });

    expect((await statusOf(tables)).held.map(({ guard }) => guard)).toEqual(['blast-radius', 'trust-gate']);
  });

  test('says nothing more of a plan that somebody has rejected, or whose day is over', async () => {
    const tables = await someTables();
    await ran(tables, { status: 'held', held: heldBy });
    const plan = { planId: '3f9a', at: night, heldAt: night, expiresAt: '2026-03-16T00:00:00.000Z', runId: 'r' };
    const held = { ...plan, detail: heldBy.detail, changesCount: 141, changes: [] };

    await tables.plans.put({ ...held, decision: { kind: 'rejected', by: 'ada', at } });
    expect((await statusOf(tables)).held).toEqual([]);
    await tables.plans.put({ ...held, expiresAt: night });
    expect((await statusOf(tables)).held).toEqual([]);
  });

  test('names figures that are late, with the reason', async () => {
    const tables = await someTables();
    await ran(tables);
    const doubts = [{ kind: 'collapsed', detail: 'the day fell to 3 %' }] as const;
    await tables.ledger.putDay(aLedgerDay({ day: '2026-03-14', status: 'suspect', doubts }));

    const { late, dataThrough } = await statusOf(tables);

    expect(dataThrough).toBe('2026-03-13');
    expect(late).toMatchObject([{ job: 'enforce', detail: expect.stringContaining('the day fell to 3 %') }]);
  });

  test('names mails that were not sent for long, and none that waits for the end of quiet hours', async () => {
    const tables = await someTables();
    await ran(tables);
    await tables.outbox.write([aMail('waits'), { ...aMail('quiet'), notBefore: '2026-03-15T18:00:00.000Z' }], night);
    await tables.outbox.write([aMail('fresh')], '2026-03-15T08:59:00.000Z');

    expect((await statusOf(tables)).undelivered).toMatchObject([{ what: 'unsent', mail: 'waits', since: night }]);
  });

  test('names a mail of which nobody knows whether it was sent, and an address that bounced', async () => {
    const tables = await someTables();
    await ran(tables);
    await tables.outbox.write([aMail('lost')], '2026-03-15T08:59:00.000Z');
    await tables.outbox.move('lost', { kind: 'written', attempts: 0 }, { kind: 'unknown', problem: 'no answer' });
    const trouble = { cause: 'bounce', since: night, at: night, detail: 'no such mailbox' } as const;
    await tables.recipients.replace({ address: 'lead@acme.example', version: 0, trouble });

    const { undelivered, next } = await statusOf(tables);

    expect(undelivered).toMatchObject([
      { what: 'bounce', to: 'lead@acme.example', detail: 'no such mailbox' },
      { what: 'unknown', mail: 'lost', to: null },
    ]);
    expect(next?.what).toContain('lead@acme.example');
  });

  test('as of an earlier moment knows no later run', async () => {
    const tables = await someTables();
    await ran(tables, {}, '2026-03-14T02:30:00.000Z');
    await ran(tables);

    const { lastRuns } = await statusOf(tables, { atMs: Date.parse('2026-03-14T09:00:00.000Z') });

    expect(lastRuns).toMatchObject([{ at: '2026-03-14T02:30:00.000Z' }]);
  });

  test('knows a run of the very moment', async () => {
    const tables = await someTables();
    await ran(tables, {}, at);

    expect((await statusOf(tables)).lastRuns).toMatchObject([{ at }]);
  });

  test('misses the run of a window’s start on the first day of a window alone', async () => {
    const tables = await someTables();
    await ran(tables);
    const starts = [{ job: 'enforce', schedule: 'window-start', dueAt: '2026-03-15T08:00:00.000Z' }];
    const lateOn = async (platformWindowAnchorDay: number) =>
      (await statusOf(tables, { schedules: starts, settings: { ...someSettings(), platformWindowAnchorDay } })).late;

    expect(await lateOn(1)).toEqual([]);
    expect(await lateOn(15)).toMatchObject([{ job: 'enforce', dueAt: '2026-03-15T08:00:00.000Z' }]);
  });

  test('shows alerts that nobody has acknowledged', async () => {
    const tables = await someTables();
    await ran(tables);
    const state = (key: string, said: object = {}) =>
      anObservedState(anObservation({ topic: 'clock-off', key, headline: key }), said);
    const acknowledged = { by: 'ada', at: night, reason: 'known' };
    await tables.alerts.put([state('open'), state('known', { acknowledged })]);

    expect((await statusOf(tables)).alerts.map(({ headline }) => headline)).toEqual(['open']);
  });

  test('names nobody whom mail reaches again', async () => {
    const tables = await someTables();
    await ran(tables);
    await tables.recipients.replace({ address: 'lead@acme.example', version: 0, cleared: { by: 'ada', at: night } });

    expect((await statusOf(tables)).undelivered).toEqual([]);
  });

  test('says nothing of evidence that cannot be read, or is not there yet', async () => {
    const tables = await someTables();
    await ran(tables);
    const unreadable = { head: async () => Promise.reject(new Error('away')) };

    expect(await statusOf({ ...tables, evidence: unreadable } as unknown as Tables)).toMatchObject({
      ok: true,
      late: [],
    });
  });
});

describe('figures in doubt', () => {
  const doubt = { status: 'held', held: { guard: 'trust-gate', detail: 'in doubt' } } as const;
  const sinceOf = async (tables: Tables) => (await statusOf(tables)).held.map(({ since }) => since);
  const hours = ['03', '04', '05', '06'].map((hour) => `2026-03-15T${hour}:00:00.000Z`);

  test('hold the limits since the first run in a row that met them', async () => {
    const tables = await someTables();
    await ran(tables, {}, hours[0]);
    await ran(tables, doubt, hours[1]);
    await ran(tables, doubt, hours[2]);

    expect(await sinceOf(tables)).toEqual([hours[1]]);
  });

  test('hold the limits since the first run of all, where every one met them', async () => {
    const tables = await someTables();
    await ran(tables, doubt, hours[0]);
    await ran(tables, doubt, hours[1]);

    expect(await sinceOf(tables)).toEqual([hours[0]]);
  });

  test('are told from what held an earlier run, and hold nothing after a run that went through', async () => {
    const tables = await someTables();
    await ran(tables, { status: 'held', held: heldBy }, hours[0]);
    await ran(tables, doubt, hours[1]);
    expect(await sinceOf(tables)).toEqual([hours[1]]);

    await ran(tables, {}, hours[2]);
    expect(await sinceOf(tables)).toEqual([]);
  });

  test('hold the limits while the next run is at work, and whatever a run of another job met', async () => {
    const tables = await someTables();
    await ran(tables, doubt, hours[0]);
    await tables.runs.put({
      runId: runIdOf('enforce', Date.parse(hours[1] ?? ''), 'nightly'),
      job: 'enforce',
      at: hours[1] ?? '',
      startedAt: hours[1] ?? '',
    });
    const other = {
      runId: runIdOf('live', Date.parse(hours[2] ?? ''), 'hourly'),
      job: 'live',
      at: hours[2] ?? '',
      startedAt: hours[2] ?? '',
    };
    await tables.runs.put({ ...other, outcome: anOutcome({}) });
    const both = [{ job: 'live', schedule: 'hourly' }, ...schedules];

    expect((await statusOf(tables, { schedules: both })).held).toMatchObject([{ since: hours[0] }]);
  });
});

test('the newest run without an end is going on while its lease is held, and cut off once it is free', async () => {
  const tables = await someTables();
  const nowMs = Date.parse(at);
  await began(tables, '2026-03-15T08:55:00.000Z');
  await tables.leases.acquire('limits', { owner: 'a', nowMs, durationMs: 60_000 });
  expect((await statusOf(tables)).lastRuns).toMatchObject([{ status: null, cutOff: false }]);

  const later = { ...tables, clock: { now: () => nowMs + 60_000 } };

  expect((await statusOf(later)).lastRuns).toMatchObject([{ status: null, cutOff: true }]);
});
