import { expect, test } from 'vitest';

import { collectLastKnown } from '../../../../../shared/enforcement/use-cases/collect/collect-last-known.ts';
import { aConfirmedLimit, aLedgerDay } from '../../../../support/domain-samples.ts';
import { someSettings } from '../../../../support/enforcement-settings.ts';
import { aTablesWorld, tonight } from '../../../../support/tables-world.ts';

/** A platform window begins on the day of the run. */
const turned = { ...someSettings(), platformWindowAnchorDay: 15 };

type Scene = NonNullable<Parameters<typeof aTablesWorld>[0]>;

/** What is collected, and the credits that count for Ann in the month. */
async function collected(
  { settings = turned, ...scene }: Scene,
  prepare: (ports: Awaited<ReturnType<typeof aTablesWorld>>['ports']) => Promise<void> = async () => {},
) {
  const { ports } = await aTablesWorld({ settings, ...scene });
  await prepare(ports);
  const found = await collectLastKnown(ports, settings, tonight);
  return { ...found, annCredits: found.usage.users.get('ann')?.credits.month };
}

test('where every day is known, that is what counts, and nothing holds the run', async () => {
  expect(await collected({})).toMatchObject({
    annCredits: 100,
    through: '2026-03-14',
    hold: undefined,
    days: [],
    problems: [],
  });
});

test('days of an earlier platform window that are not known count with all that limits allowed in it', async () => {
  // Of a limit of 1,000 Ann has used 100 by what is known.
  expect(await collected({ completeThrough: '2026-03-12' })).toMatchObject({
    annCredits: 100 + 900,
    through: '2026-03-12',
  });
});

test('a bound by time counts where it is less', async () => {
  const bounded = { ...turned, pools: { ...turned.pools, maxCreditsPerUserHour: 10 } };

  const { annCredits } = await collected({ settings: bounded, completeThrough: '2026-03-12' });

  expect(annCredits).toBe(100 + 2 * 24 * 10);
});

test('days of the platform window of now that are not known do not count: limits are put on top of what is known', async () => {
  const settings = { ...turned, platformWindowAnchorDay: 1 };

  expect(await collected({ settings, completeThrough: '2026-03-12' })).toMatchObject({ annCredits: 100 });
});

test('a day after one in doubt is not known, whatever the ledger says of it', async () => {
  const found = await collected({ completeThrough: '2026-03-14' }, async ({ ledger }) => {
    await ledger.putDay(aLedgerDay({ day: '2026-03-13', status: 'suspect' }));
    await ledger.putRows('2026-03-14', [{ userId: 'ann', credits: 50, email: null }]);
  });

  expect(found).toMatchObject({ annCredits: 100 + 900, through: '2026-03-12' });
});

test('the last known day itself counts', async () => {
  const found = await collected({ completeThrough: '2026-03-12' }, async ({ ledger }) => {
    await ledger.putRows('2026-03-12', [{ userId: 'ann', credits: 50, email: null }]);
  });

  expect(found.annCredits).toBe(150 + 850);
});

test('before any day is known nothing bounds the use of days on which there was no limit', async () => {
  expect(await collected({ completeThrough: '2026-01-31' })).toMatchObject({
    annCredits: Infinity,
    through: undefined,
  });
});

test('rows that cannot be read are named, and so is use', async () => {
  const { problems } = await collected({}, async ({ budgets, ledger }) => {
    budgets.writeByHand({ scope: 'org', window: 'month', amount: -1, version: 1 });
    await ledger.putDay(aLedgerDay({ day: '2026-03-14', unreadableUserIds: ['ann'] }));
  });

  expect(problems).toEqual([expect.stringMatching(/use of 1 user/u), expect.stringMatching(/org/u)]);
});

test('a day that is not over is not known, whatever the ledger says of it', async () => {
  const found = await collected({}, async ({ ledger }) => {
    await ledger.putDay(aLedgerDay({ day: '2026-03-15' }));
    await ledger.putDay(aLedgerDay({ day: '2026-03-16' }));
  });

  expect(found.through).toBe('2026-03-14');
});

test('where every window has just begun, a few days back tell where the known figures end', async () => {
  const begun = { ...turned, platformWindowAnchorDay: 14 };

  const found = await collected({ settings: begun, completeThrough: '2026-03-12' }, async ({ budgets }) => {
    budgets.removeByHand({ scope: 'default', window: 'month' });
    budgets.writeByHand({ scope: 'default', window: 'platform', amount: 600, version: 1 });
  });

  expect(found.through).toBe('2026-03-12');
});

test('of days that are not known, those before the platform window of now count alone', async () => {
  const turnedAt13 = { ...turned, platformWindowAnchorDay: 13, pools: { ...turned.pools, maxCreditsPerUserHour: 10 } };

  const { annCredits } = await collected({ settings: turnedAt13, completeThrough: '2026-03-11' });

  expect(annCredits).toBe(100 + 24 * 10);
});

test('somebody of whom no use is known counts with all that their limit allowed, without bound where there is none', async () => {
  const { usage } = await collected({ completeThrough: '2026-03-12' }, async ({ users, limits }) => {
    await users.put(['cem', 'dee'].map((userId) => ({ userId, email: `${userId}@acme.example` })));
    await limits.put([aConfirmedLimit('cem', 700)], 0);
  });

  expect(usage.users.get('cem')?.credits.month).toBe(700);
  expect(usage.users.get('dee')?.credits.month).toBe(Infinity);
});

test('use of a day in doubt is not taken from what limits allowed', async () => {
  const settings = { ...turned, platformWindowAnchorDay: 10 };

  const { annCredits } = await collected({ settings, completeThrough: '2026-03-05' }, async ({ ledger }) => {
    await ledger.putDay(aLedgerDay({ day: '2026-02-20', status: 'suspect' }));
    await ledger.putRows('2026-02-20', [{ userId: 'ann', credits: 40, email: null }]);
    await ledger.putRows('2026-02-21', [{ userId: 'ann', credits: 5, email: null }]);
  });

  expect(annCredits).toBe(1_000 - 5);
});
