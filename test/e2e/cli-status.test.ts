import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { ForecastsDocument } from '../../shared/budgets/contract/budget-outlook-document.ts';
import { CapsDocument } from '../../shared/caps/contract/cap-document.ts';
import { UsageDocument } from '../../shared/ledger/contract.ts';
import { PoolsDocument } from '../../shared/pools/contract.ts';
import { StatusDocument } from '../../shared/status/contract.ts';
import { useEmulator } from '../support/emulator.ts';
import { useInstallation } from '../support/installation.ts';

const asOf = ['--at', '2026-03-15T04:00:00Z'] as const;
const Budgets = z.object({
  budgets: z.array(
    z.object({ scope: z.string(), amount: z.number(), used: z.number().nullable(), left: z.number().nullable() }),
  ),
});

const emulator = useEmulator({ users: 30 });
const { curfew, fileOf, commandLine } = useInstallation({ env: () => emulator.env }, 'file');

async function capsAt(...words: readonly string[]) {
  return (await curfew('caps', ...words, '--json', ...asOf)).read(CapsDocument);
}

beforeAll(async () => {
  await curfew('run', 'enforce', '--at', '2026-03-15');
  const [first, second, third] = await capsAt();
  const yaml = [
    'teams:',
    `  - { team: web, members: [${first?.email}, ${second?.email}] }`,
    'budgets:',
    '  - { scope: org, window: month, amount: 50000000 }',
    '  - { scope: team:web, window: month, amount: 900000 }',
    '  - { scope: default, window: month, amount: 400000 }',
    `  - { scope: "user:${third?.email}", window: month, amount: 0 }`,
  ];
  await curfew('budgets', 'import', fileOf('budgets.yaml', `${yaml.join('\n')}\n`), '--yes');
  await curfew('run', 'enforce', '--at', '2026-03-15T03:00:00Z');
  // From here on, whatever is told is told from the tables.
  await emulator.close();
}, 60_000);

describe('status', () => {
  test('shows in one document how everything stands', async () => {
    const status = (await curfew('status', '--json', ...asOf)).read(StatusDocument);

    expect(status).toMatchObject({ dataThrough: '2026-03-14', running: false, nextRuns: [], held: [] });
    expect(status.lastRuns.map(({ job }) => job)).toEqual(['enforce']);
    expect(status.pools.map(({ scope }) => scope).toSorted()).toEqual(['org', 'team:web']);
    expect(status.stopped).toContainEqual(
      expect.objectContaining({ by: 'budget', window: 'month', limit: expect.any(Number) }),
    );
    for (const { limit, used, scope, until } of status.stopped) {
      expect(limit).toBeLessThanOrEqual(used);
      // No day ends what a budget of 0 does, which is the one of the third.
      expect(until).toBe(scope?.startsWith('user:') === true ? null : '2026-04-01T00:00:00.000Z');
    }
    expect(new Set(status.stopped.map(({ until }) => until))).toEqual(new Set([null, '2026-04-01T00:00:00.000Z']));
  });

  test('says first whether there is something to do, and fits a terminal of 80 columns and one screen', async () => {
    const { exitCode, stdout } = await commandLine({ columns: 80, env: { NO_COLOR: '1' } })('status', ...asOf);

    const lines = stdout.trimEnd().split('\n');
    expect(exitCode).toBe(0);
    expect(lines[0]).toMatch(/^(Nothing urgent: \d+ people are stopped|Do next: )/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(lines.length).toBeLessThan(50);
    expect(stdout).toMatch(/^Held: nothing$/m);
    expect(stdout).toContain('until 1 Apr');
    expect(stdout).toContain('which is 0');
  });
});

describe('pools', () => {
  test('lists every pool with what is used and left of it and where it is heading', async () => {
    const pools = (await curfew('pools', '--json', ...asOf)).read(PoolsDocument);

    expect(pools.length).toBe(2);
    for (const { amount, used, left, forecast, promised, unbounded, people } of pools) {
      expect(left).toBe(Math.max(0, amount - used));
      expect(forecast?.low).toBeLessThanOrEqual(forecast?.mean ?? 0);
      expect(forecast?.mean).toBeLessThanOrEqual(forecast?.high ?? 0);
      expect(promised).not.toBe('kept');
      expect(unbounded.length).toBeGreaterThan(0);
      expect(people).toBeUndefined();
    }
  });

  test('shows one pool with its members, the largest user first, by the name of its team too', async () => {
    const [pool] = (await curfew('pools', 'team:web', '--json', ...asOf)).read(PoolsDocument);

    const used = pool?.people?.map((person) => person.used) ?? [];
    expect(used).toEqual(used.toSorted((a, b) => b - a));
    expect(used.length).toBe(2);
    expect((await curfew('pools', 'web', '--json', ...asOf)).read(PoolsDocument)).toEqual([pool]);
  });

  test('of a pool that is not there names those that are, and refuses the scope of one person', async () => {
    const unknown = await curfew('pools', 'nope', ...asOf);
    const person = await curfew('pools', 'user:ann@acme.example', ...asOf);

    expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('team:web')]);
    expect(person.exitCode).toBe(2);
  });
});

describe('forecast', () => {
  test('shows what each budget will have used, those first that run out first', async () => {
    const forecasts = (await curfew('forecast', '--json', ...asOf)).read(ForecastsDocument);

    const runways = forecasts.map(({ runwayDays }) => runwayDays ?? Infinity);
    expect(forecasts.length).toBe(4);
    expect(runways).toEqual(runways.toSorted((a, b) => a - b));
    expect(forecasts.find(({ scope }) => scope === 'default')).toMatchObject({ people: 29, forecast: null });
  });

  test('of one scope shows it alone, and of one without a budget that there is none', async () => {
    expect((await curfew('forecast', 'org', '--json', ...asOf)).read(ForecastsDocument).length).toBe(1);
    expect((await curfew('forecast', 'team:none', ...asOf)).exitCode).toBe(1);
    expect((await curfew('forecast', 'everybody', ...asOf)).exitCode).toBe(2);
  });
});

describe('budgets list', () => {
  test('says what is used and left of each', async () => {
    const { budgets } = (await curfew('budgets', 'list', '--json', ...asOf)).read(Budgets);

    expect(budgets.length).toBe(4);
    for (const { amount, used, left } of budgets) {
      expect(left).toBe(Math.max(0, amount - (used ?? 0)));
    }
  });

  test('finds the budgets of a team and of its members, and those that are used up', async () => {
    const ofTeam = (await curfew('budgets', 'list', '--team', 'web', '--json', ...asOf)).read(Budgets);
    const usedUp = (await curfew('budgets', 'list', '--status', 'used-up', '--json', ...asOf)).read(Budgets);

    expect(ofTeam.budgets.map(({ scope }) => scope)).toEqual(['team:web']);
    expect(usedUp.budgets.every(({ left }) => left === 0)).toBe(true);
    expect((await curfew('budgets', 'list', '--team', 'none', ...asOf)).exitCode).toBe(1);
  });
});

describe('caps', () => {
  test('lists those who are stopped first, then those with the least left', async () => {
    const caps = await capsAt();

    const order = caps.map(({ stopped, headroom }) => (stopped ? -1 : (headroom ?? Infinity)));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  test('finds the members of a team, and those who are stopped', async () => {
    expect((await capsAt('--team', 'web')).map(({ team }) => team)).toEqual(['web', 'web']);
    const stopped = await capsAt('--status', 'stopped');
    expect(stopped.length).toBeGreaterThan(0);
    expect(stopped.every((cap) => cap.stopped)).toBe(true);
    expect((await curfew('caps', '--team', 'none', ...asOf)).exitCode).toBe(1);
    expect((await curfew('caps', '--status', 'tired', ...asOf)).exitCode).toBe(2);
  });
});

describe('usage', () => {
  test.each(['team', 'model', 'day'])('by %s adds up to the whole', async (by) => {
    const usage = (await curfew('usage', '--by', by, '--json', ...asOf)).read(UsageDocument);

    const sum = usage.groups.reduce((total, { credits }) => total + credits, 0);
    expect(usage.by).toBe(by);
    expect(sum).toBe(usage.total);
    expect(usage.groups.length).toBeGreaterThan(1);
  });

  test('by model names the models that the platform named', async () => {
    const { groups } = (await curfew('usage', '--by', 'model', '--json', ...asOf)).read(UsageDocument);

    expect(groups.every(({ name }) => name !== null)).toBe(true);
  });

  test('of one user is shown by day alone', async () => {
    expect((await curfew('usage', 'ann@acme.example', '--by', 'team', ...asOf)).exitCode).toBe(2);
  });
});
