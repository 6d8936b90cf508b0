import { describe, expect, test } from 'vitest';

import type { Collected } from '../../../../shared/enforcement/collected.ts';
import type { EnforcementWork } from '../../../../shared/enforcement/use-cases/enforcement-work.ts';
import { createRunCache } from '../../../../shared/enforcement/use-cases/run-cache.ts';
import type { BatchState } from '../../../../shared/enforcement/use-cases/send-batches.ts';
import { aLedgerDay } from '../../../support/domain-samples.ts';
import { someSettings } from '../../../support/enforcement-settings.ts';
import { aTablesWorld } from '../../../support/tables-world.ts';

const records = new Map([['ann', { userId: 'ann', email: 'ann@acme.example', unsettled: [] }]]);
const sending = { records } as unknown as BatchState;

test('once nothing more is sent, the records of what was sent are all that stays of the sending', async () => {
  const cache = createRunCache({} as EnforcementWork, undefined);
  cache.beginSending(sending);

  cache.endSending();

  expect(cache.sending).toBeUndefined();
  expect(await cache.records()).toBe(records);
});

test('once a plan is being sent, what it gave to each user and the limits before it are dropped', async () => {
  const { cache } = await aTablesWorld();
  const before = await cache.planned();

  cache.beginSending(sending);

  const { plan, planInputs, planId } = await cache.planned();
  expect(before.planInputs.limits).toHaveLength(2);
  expect(planInputs.limits).toEqual([]);
  expect({ plan, planId }).toEqual({
    planId: before.planId,
    plan: { ...before.plan, shares: { ...before.plan.shares, byUser: new Map() } },
  });
  expect(cache.planMade()).toBe(plan);
});

test('a limit that was sent to another address than that of the roster stays to be observed', async () => {
  const { ports, cache } = await aTablesWorld();
  await ports.users.put([{ userId: 'ann', email: 'ann@new.example' }]);
  await cache.planned();

  cache.beginSending(sending);

  expect((await cache.planned()).planInputs.limits.map(({ userId }) => userId)).toEqual(['ann']);
});

test('once all is observed, what is reported stays, and what is asked for again is read again', async () => {
  const { cache } = await aTablesWorld();
  const [collected, { plan }, known] = [await cache.collected(), await cache.planned(), await cache.records()];

  cache.endObserving();

  const { days, usage, through, problems } = collected;
  const { organization, windows } = usage;
  expect(await cache.figures()).toEqual({ days, usage: { organization, windows }, through, problems });
  expect(await cache.plan()).toBe(plan);
  expect(await cache.records()).toBe(known);
  expect(await cache.collected()).not.toBe(collected);
  expect(await cache.collected()).toEqual(collected);
});

describe('on a day on which a platform window begins, with a limit of 1,000 and 100 credits used', () => {
  const settings = { ...someSettings(), platformWindowAnchorDay: 15 };
  const creditsOf = ({ usage }: Pick<Collected, 'usage'>): number | undefined => usage.users.get('ann')?.credits.month;

  test('a window start counts what limits allowed since the last day that is known, and a nightly run does not', async () => {
    const scene = { settings, completeThrough: '2026-03-13' };
    const { cache } = await aTablesWorld({ ...scene, order: { kind: 'window-start' } });
    const { cache: nightly } = await aTablesWorld(scene);

    expect(creditsOf(await cache.collected())).toBe(100 + 900);
    expect(creditsOf(await nightly.collected())).toBe(100);
  });

  test('where the figures of a day are in doubt, the plan rests on those before it', async () => {
    const { ports, cache } = await aTablesWorld({ settings });
    await ports.ledger.putDay(aLedgerDay({ day: '2026-03-14', status: 'suspect' }));

    const { planInputs } = await cache.planned();

    expect(creditsOf(await cache.collected())).toBe(100);
    expect(creditsOf(planInputs)).toBe(100 + 900);
    expect(planInputs.dataThrough).toBe('2026-03-13');
  });

  test('where none is in doubt, the plan rests on what was collected', async () => {
    const { cache } = await aTablesWorld({ settings });

    expect((await cache.planned()).planInputs.usage).toBe((await cache.collected()).usage);
  });
});

test('no limit is set above the ceiling of the settings', async () => {
  const { cache } = await aTablesWorld({ settings: someSettings({ limitCeilingCredits: 250 }) });

  const { decisions } = await cache.plan();

  expect(decisions).toMatchObject([
    { kind: 'set', limitCredits: 250 },
    { kind: 'set', limitCredits: 250 },
  ]);
});

test('of users a run knows what it needs once teams are known: names no more, and of the metadata a time zone alone', async () => {
  const ann = { userId: 'ann', email: 'ann@acme.example', createdAt: '2026-01-01T00:00:00.000Z' };
  const details = { firstName: 'Ann', lastName: 'Lee', metadata: { team: 'web', zone: 'Europe/Berlin' } };

  const seen = await Promise.all(
    [undefined, 'zone'].map(async (key) => {
      const settings = someSettings();
      const alerts = { ...settings.alerts, ...(key !== undefined && { timeZoneMetadataKey: key }) };
      const { ports, cache } = await aTablesWorld({ settings: { ...settings, alerts } });
      await ports.users.put([{ ...ann, ...details }]);
      return (await cache.collected()).users.find(({ userId }) => userId === 'ann');
    }),
  );

  expect(seen).toEqual([ann, { ...ann, metadata: { zone: 'Europe/Berlin' } }]);
});
