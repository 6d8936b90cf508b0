import { expect, test } from 'vitest';

import type { ReportedDay } from '../../shared/ledger/reading.ts';
import { checkInvariants } from './check-invariants.ts';
import { endStateOf, lastingPart } from './end-state.ts';
import { anEnforcementWorld, invoke, runEnforcement, type EnforcementWorld } from './enforcement-world.ts';
import type { Telling } from './model-platform.ts';
import { smallOrganization, withOwnBudgetsAlone } from './scenarios.ts';

const organization = { ...withOwnBudgetsAlone(smallOrganization), isEnforced: false };
const night = '2026-01-20';
const yesterday = '2026-01-19';

const doubtful: readonly { readonly title: string; readonly telling: Telling }[] = [
  { title: 'is not there yet', telling: () => undefined },
  { title: 'lacks a user that its total counts', telling: (day) => ({ ...day, rows: day.rows.slice(1) }) },
  { title: 'counts a user twice', telling: (day) => ({ ...day, rows: [...day.rows, ...day.rows.slice(0, 1)] }) },
  {
    title: 'has a total that its users do not make up',
    telling: (day) => ({ ...day, totalCredits: day.totalCredits * 2 }),
  },
];

test.for(doubtful)(
  'while yesterday $title no cap in force moves, and once it is right the night ends as ever',
  async ({ telling }) => {
    const undisturbed = await worldBefore();
    await runEnforcement(undisturbed, night);
    const world = await worldBefore();
    const limitsBefore = lastingPart(await endStateOf(world)).platformLimits;
    world.platform.tellings.set(yesterday, telling);

    const held = await runEnforcement(world, night);
    const limitsHeld = lastingPart(await endStateOf(world)).platformLimits;
    world.platform.tellings.clear();
    world.clock.moveTo('2026-01-20T03:30:00Z');
    const done = await invoke(world, { runId: 'night-again', at: '2026-01-20T03:30:00Z' });

    expect(held.outcome).toMatchObject({ status: 'held', held: { guard: 'trust-gate' }, capsChanged: 1 });
    expect(limitsHeld).toEqual({ ...limitsBefore, 'gus@acme.example': 5_000 });
    expect(done.outcome.status).toBe('complete');
    expect(await checkInvariants(world, 'settled')).toEqual([]);
    expect(lastingPart(await endStateOf(world))).toEqual(lastingPart(await endStateOf(undisturbed)));
  },
);

test('a day that is merely late is said after the third hour, and once', async () => {
  const world = await worldBefore();
  world.platform.tellings.set(yesterday, () => undefined);
  const mailsBefore = world.sender.delivered().length;

  const mailsByHour: number[] = [];
  for (const hour of ['02', '03', '04', '05', '06']) {
    const at = `2026-01-20T${hour}:30:00Z`;
    world.clock.moveTo(at);
    await invoke(world, { runId: `night-${hour}`, at });
    mailsByHour.push(world.sender.delivered().length - mailsBefore);
  }

  expect(mailsByHour).toEqual([0, 0, 2, 2, 2]);
});

test('a restated day replaces what the ledger held, and the journal shows before and after once', async () => {
  const world = await worldBefore();
  await runEnforcement(world, night);
  world.platform.restated.set(yesterday, new Map([['u-ann', 250]]));

  await runEnforcement(world, '2026-01-21');
  await runEnforcement(world, '2026-01-22');

  const rows = await world.stores.ledger.readRows(yesterday);
  const entries = await world.stores.journal.list({ from: '2026-01-14', through: '2026-01-31' }, 10_000);
  const restatements = entries.filter(({ kind }) => kind === 'day-restated');
  expect(rows.find(({ userId }) => userId === 'u-ann')?.credits).toBe(120 + 250);
  expect(restatements).toHaveLength(1);
  expect(restatements[0]).toMatchObject({ subject: yesterday, detail: { userCount: 1, users: [{ userId: 'u-ann' }] } });
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('a row that cannot be read leaves its user the old cap, and everybody else gets theirs', async () => {
  const world = await worldBefore();
  const bobBefore = world.platform.limitOf('bob@acme.example');
  const withoutBob = (day: ReportedDay): ReportedDay => {
    const bob = day.rows.find(({ userId }) => userId === 'u-bob');
    const rows = day.rows.filter((row) => row !== bob);
    const unreadable = [{ day: day.day, userId: 'u-bob', problem: 'credits is not a number' }];
    return { ...day, rows, totalCredits: day.totalCredits - (bob?.credits ?? 0), unreadable };
  };
  world.platform.tellings.set(yesterday, withoutBob);

  const { outcome } = await runEnforcement(world, night);

  expect(outcome.status).toBe('complete');
  expect(world.platform.limitOf('bob@acme.example')).toBe(bobBefore);
  expect(world.platform.limitOf('gus@acme.example')).toBe(5_000);
});

async function worldBefore(): Promise<EnforcementWorld> {
  const world = anEnforcementWorld(organization);
  await runEnforcement(world, '2026-01-18');
  return world;
}
