import { expect, test } from 'vitest';

import type { LimitRecord } from '../../../../shared/limits/limit-record.ts';
import { observeAddresses, recordsElsewhere } from '../../../../shared/notifications/observe/observe-addresses.ts';
import type { KnownUser } from '../../../../shared/roster/person.ts';

const record: LimitRecord = { userId: 'u-ann', email: 'Team@acme.example', unsettled: [] };
const bob: KnownUser = { userId: 'u-bob', email: 'team@acme.example' };

function seen(ann: Partial<KnownUser>, others: readonly KnownUser[] = [bob]) {
  return observeAddresses([record], [{ userId: 'u-ann', ...ann }, ...others], '2026-03-15');
}

test('an address that the roster gives to another person is reported with both', () => {
  const [moved, ...others] = seen({ email: 'ann@acme.example' });

  expect(others).toEqual([]);
  expect(moved).toMatchObject({ topic: 'address-moved', key: 'u-ann', notifiesAdmins: true });
  expect(moved?.headline).toMatch(/u-ann.*u-bob/u);
  expect(moved?.details.join(' ')).toContain('ann@acme.example');
});

test('so is the address of somebody who left or has none, for as long as their limit counts', () => {
  expect(seen({})).toHaveLength(1);
  expect(seen({ goneSince: '2026-03-01' })).toHaveLength(1);
  expect(seen({ goneSince: '2026-02-12' })).toEqual([]);
});

test('an address that is shared, or that nobody has, has not moved', () => {
  expect(seen({ email: 'TEAM@acme.example' })).toEqual([]);
  expect(seen({ email: 'ann@acme.example' }, [])).toEqual([]);
  expect(seen({ email: 'ann@acme.example' }, [{ ...bob, goneSince: '2026-03-01' }])).toEqual([]);
});

test('a record is elsewhere where its user has left, is unknown, or has another address or none', () => {
  const isElsewhere = (...users: readonly KnownUser[]) => recordsElsewhere([record], users).length === 1;

  expect(isElsewhere({ userId: 'u-ann', email: 'TEAM@acme.example' })).toBe(false);
  expect(isElsewhere({ userId: 'u-ann', email: 'team@acme.example', goneSince: '2026-03-01' })).toBe(true);
  expect(isElsewhere({ userId: 'u-ann', email: 'ann@acme.example' })).toBe(true);
  expect(isElsewhere({ userId: 'u-ann' })).toBe(true);
  expect(isElsewhere(bob)).toBe(true);
});
