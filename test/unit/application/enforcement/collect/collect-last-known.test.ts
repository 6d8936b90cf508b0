import { expect, test } from 'vitest';
import { collectLastKnown } from '../../../../../shared/application/enforcement/collect/collect-last-known.ts';
import { someSettings } from '../../../../support/enforcement-settings.ts';
import { aLedgerDay } from '../../../../support/domain-samples.ts';
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
