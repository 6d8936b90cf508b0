import { describe, expect, test } from 'vitest';

import { enforceJob, runIdOf } from '../../../../shared/kernel/runs/run-id.ts';
import type { RunOutcome } from '../../../../shared/kernel/runs/run.ts';
import { watchRoster } from '../../../../shared/roster/use-cases.ts';
import { aConfirmedLimit, anOutcome } from '../../../support/domain-samples.ts';
import { someSettings } from '../../../support/enforcement-settings.ts';
import { aTablesWorld } from '../../../support/tables-world.ts';

type World = Awaited<ReturnType<typeof aTablesWorld>>;

const nights = [
  '2026-03-15T02:30:00.000Z',
  '2026-03-16T02:30:00.000Z',
  '2026-03-17T02:30:00.000Z',
  '2026-03-18T02:30:00.000Z',
] as const;
const settings = someSettings({ admins: ['admin@acme.example'] });

let runs = 0;

async function look(
  { ports }: World,
  night: string,
  { idleDays = 28, ...said }: { readonly dryRun?: boolean; readonly idleDays?: number } = {},
) {
  const atMs = Date.parse(night) + 4 * 3_600_000;
  const order = { runId: `roster-${(runs += 1)}`, atMs, stopAtMs: Infinity, ...said };
  return (await watchRoster({ ...ports, clock: { now: () => atMs } }, { ...settings, roster: { idleDays } }, order))
    .outcome;
}

/** A night that has read the roster, where somebody joined. */
async function night(
  { ports }: World,
  at: string,
  { joins, outcome = {} }: { readonly joins?: string; readonly outcome?: Partial<RunOutcome> } = {},
) {
  if (joins !== undefined) {
    await ports.users.put([{ userId: joins, email: `${joins}@acme.example`, events: [{ kind: 'joined', at }] }]);
  }
  const run = { runId: runIdOf(enforceJob, Date.parse(at), 'nightly'), job: enforceJob, at, startedAt: at };
  await ports.runs.put({ ...run, finishedAt: at, outcome: anOutcome(outcome) });
}

function reports({ ports }: World) {
  return ports.alerts
    .allNotifications()
    .map(({ notification }) => notification)
    .filter(({ kind }) => kind === 'report');
}

describe('what became of the roster', () => {
  test('is reported from the first look on, once', async () => {
    const world = await aTablesWorld();
    await night(world, nights[0], { joins: 'gus' });
    const first = await look(world, nights[0]);
    await night(world, nights[1], { joins: 'hal' });
    const second = await look(world, nights[1]);
    const third = await look(world, nights[1]);

    expect(first).toMatchObject({ status: 'complete', isUnfinished: false, problems: [], dataThrough: '2026-03-14' });
    expect(first.findings?.filter(({ kind }) => kind === 'joined')).toEqual([]);
    expect(second.findings?.filter(({ kind }) => kind === 'joined')).toMatchObject([{ subject: 'hal@acme.example' }]);
    expect(third.findings?.filter(({ kind }) => kind === 'joined')).toEqual([]);
    expect(reports(world)).toMatchObject([{ recipient: 'admin@acme.example' }]);
    expect(reports(world)[0]?.notificationId).toContain(nights[1]);
    expect(await world.ports.runs.latestSent('roster')).toBe(nights[1]);
  });

  test('is reported of several nights together, where a run between them was missed', async () => {
    const world = await aTablesWorld();
    await night(world, nights[0]);
    await look(world, nights[0]);
    await night(world, nights[1], { joins: 'gus' });
    await night(world, nights[2], { joins: 'hal' });

    const { findings = [] } = await look(world, nights[2]);

    expect(findings.filter(({ kind }) => kind === 'joined')).toHaveLength(2);
    expect(reports(world)).toHaveLength(1);
  });

  test('is reported as far as an earlier run meant to, where that one was stopped', async () => {
    const world = await aTablesWorld();
    await night(world, nights[0]);
    await look(world, nights[0]);
    await night(world, nights[1], { joins: 'gus' });
    await world.ports.runs.markApplied('roster', nights[1]);
    await night(world, nights[2], { joins: 'hal' });

    const joined = async () => (await look(world, nights[2])).findings?.filter(({ kind }) => kind === 'joined');

    expect(await joined()).toMatchObject([{ subject: 'gus@acme.example' }]);
    expect(await world.ports.runs.latestSent('roster')).toBe(nights[1]);
    expect(await joined()).toMatchObject([{ subject: 'hal@acme.example' }]);
  });

  test('goes with the report of nobody where nothing became of it', async () => {
    const world = await aTablesWorld();
    await night(world, nights[0]);
    await look(world, nights[0]);
    await night(world, nights[1]);
    await look(world, nights[1]);

    expect(reports(world)).toEqual([]);
    expect(await world.ports.runs.latestSent('roster')).toBe(nights[1]);
  });

  test('is neither reported nor done with by a dry run', async () => {
    const world = await aTablesWorld();
    await night(world, nights[0]);
    await look(world, nights[0]);
    await night(world, nights[1], { joins: 'gus' });

    const { findings = [] } = await look(world, nights[1], { dryRun: true });

    expect(findings.filter(({ kind }) => kind === 'joined')).toHaveLength(1);
    expect(reports(world)).toEqual([]);
    expect(await world.ports.runs.latestSent('roster')).toBe(nights[0]);
  });

  test('waits where the night’s figures are in doubt, and before there is any', async () => {
    const world = await aTablesWorld();
    expect(await look(world, nights[0])).toMatchObject({
      status: 'held',
      held: { guard: 'trust-gate' },
      findings: [],
      dataThrough: '2026-03-14',
    });

    await night(world, nights[0]);
    await look(world, nights[0]);
    await night(world, nights[1], { joins: 'gus', outcome: { status: 'failed' } });
    expect((await look(world, nights[1])).status).toBe('held');
    expect(await world.ports.runs.latestSent('roster')).toBe(nights[0]);
  });
});

describe('conditions', () => {
  /** The first letter is a Cyrillic one. */
  const twins = [{ userId: 'ann-2', email: '\u0430nn@acme.example' }];
  const topicsOf = async ({ ports }: World) =>
    (await ports.alerts.read('roster', [])).map((state) => state.kind === 'observed' && state.observation.topic);

  test('are raised for people who look alike, and for limits that nobody uses', async () => {
    const world = await aTablesWorld();
    await world.ports.users.put(twins);
    await night(world, nights[0]);

    await world.ports.users.put([{ userId: 'idle', email: 'idle@acme.example' }]);
    await world.ports.limits.put([aConfirmedLimit('idle', 1_000)], 0);

    const { findings = [] } = await look(world, nights[0]);

    expect(await topicsOf(world)).toEqual(expect.arrayContaining(['look-alike-users', 'idle-limits']));
    expect(findings.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['twins', 'idle-limit']));
  });

  test('are resolved once nobody looks alike', async () => {
    const world = await aTablesWorld();
    await world.ports.users.put(twins);
    await night(world, nights[0]);
    await look(world, nights[0]);
    await world.ports.users.put([{ userId: 'ann-2', email: 'other@acme.example' }]);
    await night(world, nights[1]);
    await look(world, nights[1]);

    expect(await topicsOf(world)).not.toContain('look-alike-users');
  });
});

test('a limit that nobody used is resolved once it is used, and not while too few days are known to tell', async () => {
  const world = await aTablesWorld();
  await world.ports.users.put([{ userId: 'idle', email: 'idle@acme.example' }]);
  await world.ports.limits.put([aConfirmedLimit('idle', 1_000)], 0);
  const isOpen = async () => {
    const states = await world.ports.alerts.read('roster', []);
    return states.some((state) => state.kind === 'observed' && state.observation.topic === 'idle-limits');
  };
  await night(world, nights[0]);
  await look(world, nights[0]);
  expect(await isOpen()).toBe(true);

  await world.ports.ledger.putRows('2026-03-10', [{ userId: 'idle', credits: 100, email: null }]);
  await night(world, nights[1]);
  await look(world, nights[1], { idleDays: 200 });
  expect(await isOpen()).toBe(true);
  await night(world, nights[2]);
  await look(world, nights[2]);
  await night(world, nights[3]);
  await look(world, nights[3]);
  expect(await isOpen()).toBe(false);
});

test('a report is as grave as the gravest of what it tells', async () => {
  const world = await aTablesWorld();
  await night(world, nights[0]);
  await look(world, nights[0]);
  await night(world, nights[1], { joins: 'gus' });
  const left = { kind: 'left', at: nights[1] } as const;
  await world.ports.users.put([{ userId: 'bob', email: 'bob@acme.example', goneSince: '2026-03-16', events: [left] }]);

  const { findings = [] } = await look(world, nights[1]);

  expect(findings.map(({ kind, severity }) => [kind, severity]).slice(0, 2)).toEqual([
    ['left', 'low'],
    ['joined', 'info'],
  ]);
  expect(reports(world)).toMatchObject([{ severity: 'low' }]);
  expect(JSON.stringify(reports(world))).toContain(`roster-${runs}`);
});

test('before any day is known, the outcome names none', async () => {
  const world = await aTablesWorld({ completeThrough: '2026-01-31' });
  await night(world, nights[0]);

  expect(await look(world, nights[0])).not.toHaveProperty('dataThrough');
});
