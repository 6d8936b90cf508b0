import { describe, expect, test, vi } from 'vitest';

import { sendDigest } from '../../../../shared/digest/use-cases/send-digest.ts';
import { PlatformRefusedError, PlatformUnavailableError } from '../../../../shared/kernel/runs/ports.ts';
import { digestTables, mondayMs, rules, settings, type DigestTables } from './digest-tables.ts';

const hourMs = 3_600_000;

interface Said {
  readonly atMs?: number;
  readonly dryRun?: boolean;
  readonly unreachable?: readonly string[];
}

let runs = 0;

async function run(ports: DigestTables, { atMs = mondayMs, dryRun = false, unreachable = [] }: Said = {}) {
  const order = { runId: `digest-${(runs += 1)}`, atMs, stopAtMs: Infinity, dryRun };
  const terms = {
    settings: { ...settings, alerts: { ...settings.alerts, unreachable: [...unreachable] } },
    rules: async () => Promise.resolve(rules),
  };
  return sendDigest({ ...ports, clock: { now: () => atMs } }, terms, order);
}

function notified({ alerts }: DigestTables) {
  return alerts.allNotifications().map(({ notification }) => notification);
}

describe('the digest of a week', () => {
  test('goes to each of its readers once, is kept, and is found by the run', async () => {
    const ports = await digestTables();

    const { pages, outcome } = await run(ports);
    const first = notified(ports);
    const again = await run(ports, { atMs: mondayMs + hourMs });

    expect(pages.map(({ scope, recipients }) => [scope, recipients])).toEqual([
      ['org', ['admin@acme.example']],
      ['team:web', ['lead@acme.example']],
    ]);
    expect(outcome).toMatchObject({
      status: 'complete',
      alerts: 2,
      isUnfinished: false,
      problems: [],
      dataThrough: '2026-03-15',
      findings: [
        { kind: 'digest', subject: 'org', severity: 'info', action: { kind: 'mail', status: 'done' } },
        { kind: 'digest', subject: 'team:web' },
      ],
    });
    expect(first.map(({ recipient }) => recipient)).toEqual(['admin@acme.example', 'lead@acme.example']);
    expect(first[0]).toMatchObject({ severity: 'info' });
    expect(first[0]?.notificationId).toContain('2026-03-16');
    expect(again).toMatchObject({ pages: [], outcome: { status: 'complete', findings: [] } });
    expect(notified(ports)).toEqual(first);
    expect(await ports.runs.latestSent('digest')).toBe('2026-03-16T07:00:00.000Z');
    expect((await ports.runs.list('digest', 5)).map(({ job }) => job)).toEqual(['digest', 'digest']);
  });

  test('is kept with its teams, its week and the run that wrote it', async () => {
    const ports = await digestTables();

    await run(ports);

    const week = { from: '2026-03-09', through: '2026-03-15' };
    const [team, organization] = await ports.digests.list(10);
    expect(organization).toMatchObject({ scope: 'org', dueOn: '2026-03-16', week, at: '2026-03-16T07:00:00.000Z' });
    expect(organization).not.toHaveProperty('teams');
    expect(team).toMatchObject({ scope: 'team:web', teams: ['web'], writtenBy: `digest-${runs}` });
  });

  test('of the next week is due a week later', async () => {
    const ports = await digestTables({ completeThrough: '2026-03-22' });
    await run(ports);

    expect((await run(ports, { atMs: mondayMs + 7 * 24 * hourMs - 1 })).pages).toEqual([]);
    expect((await run(ports, { atMs: mondayMs + 7 * 24 * hourMs })).pages).toHaveLength(2);
  });

  test('goes to the admins in the place of somebody whom mail does not reach, and says so', async () => {
    const ports = await digestTables();

    await run(ports, { unreachable: ['lead@acme.example'] });

    const [own, standIn] = notified(ports).map((each) => JSON.stringify(each));
    expect(notified(ports).map(({ recipient }) => recipient)).toEqual(['admin@acme.example', 'admin@acme.example']);
    expect([own, standIn].filter((text) => text?.includes('stand in') === true)).toHaveLength(1);
  });

  test('is shown by a dry run, sent or not, and nothing is written', async () => {
    const ports = await digestTables();
    const { pages, outcome } = await run(ports, { dryRun: true });

    expect(pages).toHaveLength(2);
    expect(outcome.findings?.map(({ action }) => action?.status)).toEqual(['proposed', 'proposed']);
    expect([notified(ports), await ports.digests.list(10), await ports.runs.latestSent('digest')]).toEqual([
      [],
      [],
      undefined,
    ]);

    await run(ports);
    expect((await run(ports, { dryRun: true })).pages).toHaveLength(2);
  });
});

describe('a digest waits for six hours', () => {
  test('for figures of its week, and then goes out', async () => {
    const ports = await digestTables({ completeThrough: '2026-03-14' });

    const held = await run(ports, { atMs: mondayMs + 6 * hourMs - 1 });
    expect(held).toMatchObject({
      pages: [],
      outcome: { status: 'held', held: { guard: 'trust-gate' }, findings: [], dataThrough: '2026-03-14' },
    });
    expect(held.outcome.held?.detail).toContain('2026-03-15');
    expect(held.outcome.held?.detail).toContain('Mon 16 Mar 2026, 13:00 UTC');
    expect(notified(ports)).toEqual([]);

    expect((await run(ports, { atMs: mondayMs + 6 * hourMs })).pages).toHaveLength(2);
  });

  test('and a dry run does not', async () => {
    const ports = await digestTables({ completeThrough: '2026-03-14' });

    expect((await run(ports, { dryRun: true })).pages).toHaveLength(2);
  });

  test('for what the platform may say later, and not for what it refuses', async () => {
    const failing = async (error: Error) =>
      digestTables({ organization: { tools: async () => Promise.reject(error) } });

    const away = await run(await failing(new PlatformUnavailableError('away')));
    const refused = await run(await failing(new PlatformRefusedError('refused')));

    expect(away.outcome).toMatchObject({ status: 'held', held: { detail: expect.stringContaining('away') } });
    expect(refused.outcome).toMatchObject({ status: 'partial', problems: ['refused'] });
    expect(refused.pages).toHaveLength(2);
  });
});

test('where nobody gets a digest, the week is done', async () => {
  const ports = await digestTables();
  const order = { runId: 'digest-none', atMs: mondayMs, stopAtMs: Infinity };
  const terms = {
    settings: { ...settings, weeklyDigest: { ...settings.weeklyDigest, isOn: false } },
    rules: async () => Promise.resolve(rules),
  };

  const { pages, outcome } = await sendDigest(ports, terms, order);

  expect({ pages, outcome }).toMatchObject({ pages: [], outcome: { status: 'complete', findings: [] } });
  expect(outcome.dataThrough).toBeUndefined();
  expect(await ports.runs.latestSent('digest')).toBe('2026-03-16T07:00:00.000Z');
});

describe('a run that cannot write the digest has no pages', () => {
  test('since another one is at work, for a quarter of an hour at most', async () => {
    const ports = await digestTables();
    const acquire = vi.spyOn(ports.leases, 'acquire');
    await run(ports, { dryRun: true });
    await run(ports, { atMs: mondayMs - 7 * 24 * hourMs });
    expect(acquire.mock.calls.map(([name, { durationMs }]) => [name, durationMs])).toContainEqual(['digest', 900_000]);
    await ports.leases.acquire('digest', { owner: 'another', nowMs: mondayMs, durationMs: 900_000 });

    const { pages, outcome } = await run(ports);

    expect({ pages, outcome }).toMatchObject({
      pages: [],
      outcome: { status: 'held', held: { guard: 'another-run' } },
    });
  });

  test('since the platform is away', async () => {
    const ports = await digestTables();
    ports.budgets.list = async () => Promise.reject(new PlatformUnavailableError('away'));

    const { pages, outcome } = await run(ports);

    expect({ pages, outcome }).toMatchObject({ pages: [], outcome: { status: 'failed', problems: ['away'] } });
  });

  test('kept or sent once another one took over from it', async () => {
    const ports = await digestTables();
    const clock = { ms: mondayMs };
    const takenOver = async () => {
      clock.ms += 900_000;
      await ports.leases.acquire('digest', { owner: 'another', nowMs: clock.ms, durationMs: 900_000 });
      return [];
    };
    const order = { runId: 'digest-late', atMs: mondayMs, stopAtMs: Infinity };
    const terms = { settings, rules: async () => Promise.resolve(rules) };
    const organization = { ...ports.organization, activity: takenOver };

    const { outcome } = await sendDigest({ ...ports, organization, clock: { now: () => clock.ms } }, terms, order);

    expect(outcome).toMatchObject({ status: 'held', held: { guard: 'another-run' } });
    expect([await ports.digests.list(10), notified(ports)]).toEqual([[], []]);
  });
});
