import { expect, test } from 'vitest';

import { readBudgetOutlooks, forecastOf } from '../../shared/budgets/use-cases.ts';
import {
  anEnforcementWorld,
  instantOf,
  runEnforcement,
  type EnforcementWorld,
  type Scenario,
} from './enforcement-world.ts';

const base: Scenario = {
  members: [
    { userId: 'u-ann', email: 'ann@acme.example', demand: [100] },
    { userId: 'u-bob', email: 'bob@acme.example', demand: [100] },
  ],
  budgets: [{ scope: 'default', window: 'month', amount: 500, owners: ['lead@acme.example'] }],
  admins: ['admin@acme.example'],
} as Scenario;

/** What people are told of last days, by whom, in the nights from 18 to 22 January. */
async function toldIn(said: Partial<Scenario>) {
  const world = anEnforcementWorld({ ...base, ...said });
  const told: string[] = [];
  for (const night of ['2026-01-18', '2026-01-19', '2026-01-20', '2026-01-21']) {
    const before = world.sender.delivered().length;
    await runEnforcement(world, night);
    for (const { to, text } of world.sender.delivered().slice(before)) {
      const line = text.split('\n').find((each) => /From \d+ Jan on/u.test(each));
      if (line !== undefined) {
        told.push(`${night} ${to}: ${line.trim()}`);
      }
    }
  }
  return { world, told };
}

test('the night before a top-up ends, whom that stops is warned, once, and nobody else', async () => {
  const { world, told } = await toldIn({
    topUps: [{ email: 'ann@acme.example', credits: 900, from: '2026-01-14', to: '2026-01-20' }],
  });

  expect(told).toEqual([
    expect.stringMatching(
      /^2026-01-20 ann@acme\.example: .*From 21 Jan on you will be stopped: your top-up of 900 credits ends today/u,
    ),
  ]);
  const mail = world.sender.delivered().find(({ text }) => text.includes('ends today'));
  expect(mail?.text).toContain('the default monthly budget. It has 0 credits left');
  expect(mail?.text).toContain('it is about your own credits');
});

test('whom the end leaves less than a day of usual use is warned with both numbers', async () => {
  const { told } = await toldIn({
    budgets: [{ scope: 'default', window: 'month', amount: 650 }],
    topUps: [{ email: 'ann@acme.example', credits: 900, from: '2026-01-14', to: '2026-01-20' }],
  });

  expect(told).toEqual([expect.stringMatching(/50 credits are left, less than you usually use in a day \(100\)/u)]);
});

test('whom the end leaves enough hears nothing', async () => {
  const { told } = await toldIn({
    budgets: [{ scope: 'default', window: 'month', amount: 5_000 }],
    topUps: [{ email: 'ann@acme.example', credits: 900, from: '2026-01-14', to: '2026-01-20' }],
    exemptions: [{ email: 'bob@acme.example', until: '2026-01-20' }],
  });

  expect(told).toEqual([]);
});

test('the night before an exemption ends, whom the budgets then stop is warned', async () => {
  const { told } = await toldIn({ exemptions: [{ email: 'bob@acme.example', until: '2026-01-20' }] });

  expect(told).toEqual([expect.stringMatching(/^2026-01-20 bob@acme\.example: .*stopped: your exemption ends today/u)]);
});

test('the night before a budget ends, whom another one then stops is warned', async () => {
  const { told } = await toldIn({
    budgets: [
      { scope: 'default', window: 'month', amount: 500 },
      { scope: 'user:bob@acme.example', window: 'month', amount: 5_000, to: '2026-01-20' },
    ],
  });

  expect(told).toEqual([
    expect.stringMatching(/^2026-01-20 bob@acme\.example: .*stopped: your monthly budget ends today/u),
  ]);
});

test('an end after which a window begins anew stops nobody', async () => {
  const { told } = await toldIn({
    budgets: [{ scope: 'default', window: 'day', amount: 50 }],
    topUps: [{ email: 'ann@acme.example', credits: 900, from: '2026-01-14', to: '2026-01-20' }],
  });

  expect(told).toEqual([expect.stringMatching(/50 credits are left, less than you usually use/u)]);
});

test('the night before the top-up of a team ends, its members at work are warned of the pool', async () => {
  const world = anEnforcementWorld({
    ...base,
    budgets: [
      { scope: 'default', window: 'month', amount: 50_000 },
      { scope: 'team:web', window: 'month', amount: 300 },
    ],
  });
  world.stores.teams.writeByHand({ name: 'web', members: ['ann@acme.example'], position: 1 });
  world.stores.grants.writeByHand({
    kind: 'top-up',
    id: 'of-team',
    scope: 'team:web',
    credits: 10_000,
    from: '2026-01-14',
    to: '2026-01-19',
    reason: 'release',
    createdBy: 'ada',
    createdAt: '2026-01-14T00:00:00.000Z',
    version: 1,
  });
  await runEnforcement(world, '2026-01-18');
  await runEnforcement(world, '2026-01-19');

  expect(warned(world)).toEqual(['ann@acme.example']);
});

test('owners see a week ahead in forecasts what ends', async () => {
  const { world } = await toldIn({
    topUps: [{ email: 'ann@acme.example', credits: 900, from: '2026-01-14', to: '2026-01-26' }],
    exemptions: [{ email: 'bob@acme.example', until: '2026-01-30' }],
  });
  const endsOn = async (day: string) => {
    const { stores, clock, settings } = world;
    const order = { atMs: instantOf(day), settings, isInDepth: true };
    const { outlooks, today } = await readBudgetOutlooks({ ...stores, clock }, order);
    return outlooks.flatMap((outlook) => forecastOf(outlook, today).ends);
  };

  expect(await endsOn('2026-01-18')).toEqual([]);
  expect(await endsOn('2026-01-19')).toEqual([
    { what: 'top-up', on: '2026-01-26', credits: 900, email: 'ann@acme.example' },
  ]);
  expect(await endsOn('2026-01-23')).toHaveLength(2);
});

function warned({ sender }: EnforcementWorld): readonly string[] {
  return sender
    .delivered()
    .filter(({ text }) => text.includes('ends today'))
    .map(({ to }) => to);
}
