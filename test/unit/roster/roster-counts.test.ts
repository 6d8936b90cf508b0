import { expect, test } from 'vitest';

import { rosterCounts } from '../../../shared/roster/net-changes.ts';
import { partOf } from '../../support/part-of.ts';

test('the roster is counted as it is, and its changes over the last seven days', () => {
  const users = [
    { userId: 'ann', email: 'ann@acme.example', events: [{ kind: 'joined', at: '2026-03-10T02:30:00.000Z' }] },
    { userId: 'twin', email: 'ANN@acme.example', events: [{ kind: 'joined', at: '2026-03-01T02:30:00.000Z' }] },
    { userId: 'bob', goneSince: '2026-03-14', events: [{ kind: 'left', at: '2026-03-14T02:30:00.000Z' }] },
  ] as const;
  const uncappable = [{ userId: 'ann', reason: 'email-shared', creditsAtStake: {} }] as const;

  expect(rosterCounts({ users, people: partOf({ uncappable }) }, '2026-03-15T09:00:00.000Z')).toEqual({
    people: 2,
    joined: 1,
    left: 1,
    returned: 0,
    emailChanged: 0,
    twins: 1,
    uncappable: 1,
  });
});
