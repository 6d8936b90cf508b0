import { describe, expect, test } from 'vitest';

import { routeTo, type Routing } from '../../../shared/notifications/routing.ts';
import { ada, anOrgUse, aUse, brief, march, onEnforcementRun, play } from './observed.ts';

const routing: Routing = {
  admins: ['admin@example.com'],
  fallback: ['desk@example.com'],
  unreachable: new Set(['gone@example.com']),
};

describe('a matter goes', () => {
  test('to each of its people once, whatever the case of the letters', () => {
    expect(routeTo(['b@example.com', 'A@example.com', 'a@example.com'], routing)).toEqual([
      'A@example.com',
      'b@example.com',
    ]);
  });

  test('to the fallback list in place of whoever bounces, and of nobody at all', () => {
    expect(routeTo(['Gone@example.com', 'a@example.com'], routing)).toEqual(['a@example.com', 'desk@example.com']);
    expect(routeTo([], routing)).toEqual(['desk@example.com']);
  });

  test('to the admins where there is no fallback list', () => {
    expect(routeTo([], { ...routing, fallback: [] })).toEqual(['admin@example.com']);
  });

  test('about a user who cannot be reached to the fallback list, worded as about somebody else', () => {
    const unreachable = new Set(['ada@example.com']);

    const { told } = play([onEnforcementRun('2026-03-10', { uses: [aUse({ usedCredits: 800, thresholds: [] })] })], {
      ...routing,
      unreachable,
    });

    expect(told[0]?.map(brief)).toEqual(['use-crossed desk@example.com 80']);
    expect(told[0]?.map(({ role }) => role)).toEqual(['owner']);
  });
});

describe('a person who needs more', () => {
  const web = { kind: 'team', name: 'web' } as const;
  const stopsOf = (owners: readonly string[], usedCredits: number) => ({
    stopped: [
      {
        stop: {
          user: ada,
          scope: web,
          window: march,
          amountCredits: 50_000,
          usedCredits,
          ownUsedCredits: 9_000,
          limitCredits: 9_000,
          dataThrough: '2026-03-09',
        },
        owners,
      },
    ],
    freed: new Map(),
    people: new Set([ada.userId]),
    isByHand: false,
  });
  const asked = (owners: readonly string[], usedCredits: number) =>
    play(
      [
        onEnforcementRun('2026-03-10', {
          stops: stopsOf(owners, usedCredits),
          lookedFor: { stopped: 'all' },
        }),
      ],
      routing,
    ).told[0]?.find(({ role }) => role === 'user')?.askWhom;

  test('asks the owners of the budget, and is never sent to themselves', () => {
    expect(asked(['lead@example.com'], 43_000)).toEqual(['lead@example.com']);
    expect(asked([ada.email, 'lead@example.com'], 43_000)).toEqual(['lead@example.com']);
    expect(asked([ada.email], 43_000)).toEqual(['desk@example.com']);
  });

  test('asks an admin too once the team has nothing that its owners could give', () => {
    expect(asked(['lead@example.com'], 50_000)).toEqual(['admin@example.com', 'lead@example.com']);
  });
});

test('the warning of a member whose pool nears its end asks nothing of others: the pool has an alert of its own', () => {
  const share = anOrgUse({ basis: 'share', user: ada, usedCredits: 900, thresholds: [] });

  const { told } = play([onEnforcementRun('2026-03-10', { uses: [share] })], {
    ...routing,
    unreachable: new Set([ada.email]),
  });

  expect(told[0]?.map(({ severity }) => severity)).toEqual(['low']);
});
