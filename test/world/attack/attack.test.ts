import { stdout } from 'node:process';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { permitted } from '../../support/permitted.ts';
import { isSoak, roundsTimeoutMs } from '../rounds.ts';
import { Attack } from './attack.ts';
import { AttackedPlatform, type Account } from './attacked-platform.ts';
import { daysPlayed, someMonths, type DrawnMonths } from './drawn-months.ts';
import { foundMonths } from './found-months.ts';
import type { Promises } from './promises.ts';
import { revealingMonths } from './revealing-months.ts';
import { seedsThatFailed } from './seeds.ts';
import { weaknesses } from './weaknesses.ts';

/** Seeds that `npm test` plays whatever happens. */
const everyTime = Array.from({ length: 5 }, (_, index) => index + 1);
const soakMs = 5 * 60_000;
const monthsPlayed = daysPlayed / 30;

/** The months of a seed; they are others once what is drawn changes. */
function monthsOf(seed: number): DrawnMonths {
  const [drawn] = fc.sample(someMonths, { seed, numRuns: 1 });
  if (drawn === undefined) {
    throw new Error('a seed draws months');
  }
  return drawn;
}

async function attack(seed: number): Promise<Promises['counts']> {
  try {
    return await new Attack(monthsOf(seed)).play();
  } catch (error) {
    throw new Error(`the months of seed ${seed} broke: keep it in seeds.ts`, { cause: error });
  }
}

test(
  'whatever happens, a pool that is said to be kept is not overspent, and nobody is stopped while credits lie idle',
  { timeout: roundsTimeoutMs },
  async () => {
    let [kept, other] = [0, 0];
    for (const seed of [...everyTime, ...seedsThatFailed]) {
      const counts = await attack(seed);
      kept += counts.kept;
      other += counts.other;
    }
    stdout.write(`${kept} windows of pools were said to be kept, ${other} not\n`);

    expect(kept).toBeGreaterThan(50);
  },
);

test.runIf(isSoak)('the same holds for months that nobody has drawn before', { timeout: roundsTimeoutMs }, async () => {
  const started = Date.now();
  const firstSeed = started % 1_000_000_000;
  let played = 0;
  for (; Date.now() - started < soakMs; played += 1) {
    await attack(firstSeed + played);
  }
  const perSecond = ((played * monthsPlayed * 1_000) / (Date.now() - started)).toFixed(1);
  stdout.write(`${played * monthsPlayed} months attacked from seed ${firstSeed} on, ${perSecond} a second\n`);

  expect(played).toBeGreaterThan(0);
});

describe('months that once broke a promise are kept to:', () => {
  test.for(Object.entries(foundMonths))('%s', { timeout: roundsTimeoutMs }, async ([, months]) => {
    const { kept } = await new Attack(months).play();

    expect(kept).toBeGreaterThan(10);
  });
});

describe('where an account is, no reading shows', () => {
  const email = 'ada@acme.example';
  const someone = { team: 'web', wantsPerHour: () => 1 };
  const read = async (platform: AttackedPlatform): Promise<unknown> => Array.fromAsync(platform.ports(0).roster.read());
  const put = async (platform: AttackedPlatform): Promise<unknown> =>
    platform.ports(0).limitWriter.setLimits(permitted({ email, limitCredits: 5 }));

  async function aLeaver(): Promise<{ readonly platform: AttackedPlatform; readonly leaver: Account }> {
    const platform = new AttackedPlatform({
      startMs: Date.parse('2026-01-16'),
      anchorDay: 1,
      delayMinutes: 0,
      unattributedShare: 0,
      otherIds: 'nobodys',
      restated: { share: 0, days: 0 },
    });
    const leaver = platform.join({ ...someone, userId: 'u0', email });
    await read(platform);
    leaver.isOnRoster = false;
    return { platform, leaver };
  }

  test('once it has left for another address and a colleague with the former one has a limit, until it is shown again', async () => {
    const { platform, leaver } = await aLeaver();
    leaver.email = 'elsewhere@acme.example';
    platform.join({ ...someone, userId: 'u1', email });
    await read(platform);
    expect(platform.isUnseen(leaver)).toBe(false);
    await put(platform);
    expect(platform.isUnseen(leaver)).toBe(true);
    leaver.isOnRoster = true;
    expect(platform.isUnseen(leaver)).toBe(true);
    await read(platform);
    expect(platform.isUnseen(leaver)).toBe(false);
  });

  test('and never while it keeps its address, whoever else has that', async () => {
    const { platform, leaver } = await aLeaver();
    platform.join({ ...someone, userId: 'u1', email: email.toUpperCase() });
    await put(platform);

    expect(platform.isUnseen(leaver)).toBe(false);
  });

  test('nor of somebody on the roster, who has another address there', async () => {
    const { platform, leaver } = await aLeaver();
    Object.assign(leaver, { isOnRoster: true, email: 'elsewhere@acme.example' });
    platform.join({ ...someone, userId: 'u1', email });
    await put(platform);
    expect(platform.isUnseen(leaver)).toBe(false);
    await read(platform);
    await put(platform);

    expect(platform.isUnseen(leaver)).toBe(false);
  });
});

describe('without one thing that promises rest on, the attack finds a pool overspent:', () => {
  test.for(Object.entries(weaknesses))('%s', { timeout: roundsTimeoutMs }, async ([name, weakness]) => {
    const months = revealingMonths[name as keyof typeof weaknesses];

    await expect(new Attack(months, weakness).play()).rejects.toThrow(/was promised \d+ and has used/);
    await expect(new Attack(months).play()).resolves.toMatchObject({ kept: expect.any(Number) });
  });
});
