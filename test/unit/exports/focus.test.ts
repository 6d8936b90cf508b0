import { expect, test } from 'vitest';

import { focusRow } from '../../../shared/exports/focus.ts';

const usage = {
  day: '2026-03-15',
  status: 'complete',
  userId: 'u-ann',
  email: 'ann@acme.example',
  team: 'web',
  model: 'large',
  credits: 1_234_567,
  correctedOn: null,
} as const;
const price = { from: '2026-01-01', amount: '12.50', currency: 'EUR' };

test('credits are the virtual currency of the pricing, and money what is billed', () => {
  expect(focusRow(usage, { account: 'acme', price, anchorDay: 1 })).toMatchObject({
    BilledCost: '15.4320875',
    EffectiveCost: '15.4320875',
    BillingCurrency: 'EUR',
    PricingCurrency: 'Credits',
    PricingCurrencyEffectiveCost: '1234567.0',
    PricingQuantity: '1234567.0',
    ListUnitPrice: '0.0000125',
    ChargePeriodStart: '2026-03-15T00:00:00Z',
    ChargePeriodEnd: '2026-03-16T00:00:00Z',
    BillingPeriodStart: '2026-03-01T00:00:00Z',
    BillingPeriodEnd: '2026-04-01T00:00:00Z',
    ResourceId: 'u-ann',
    SubAccountId: 'web',
    x_Model: 'large',
  });
});

test('a billing period is the platform’s window', () => {
  expect(focusRow(usage, { account: 'acme', price, anchorDay: 20 })).toMatchObject({
    BillingPeriodStart: '2026-02-20T00:00:00Z',
    BillingPeriodEnd: '2026-03-20T00:00:00Z',
  });
});

test('what no person used has no resource and no team', () => {
  const nothing = { userId: null, email: null, team: null, model: null };

  expect(focusRow({ ...usage, ...nothing }, { account: 'acme', price, anchorDay: 1 })).toMatchObject({
    ResourceId: null,
    ResourceType: null,
    SubAccountId: null,
    SubAccountType: null,
  });
});

test('a restatement is a correction once the billing period that it changes is over, also a negative one', () => {
  const classOn = (correctedOn: string | null) =>
    focusRow({ ...usage, credits: -1_000_000, correctedOn }, { account: 'acme', price, anchorDay: 20 });

  expect(classOn('2026-03-20')).toMatchObject({
    ChargeClass: 'Correction',
    BilledCost: '-12.5',
    PricingQuantity: '-1000000.0',
  });
  expect(classOn('2026-03-19')).toMatchObject({ ChargeClass: null, BilledCost: '-12.5' });
  expect(classOn(null)).toMatchObject({ ChargeClass: null });
});
