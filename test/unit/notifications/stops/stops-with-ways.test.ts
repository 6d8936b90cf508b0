import { expect, test } from 'vitest';

import type { StopFacts } from '../../../../shared/notifications/conditions/condition-event.ts';
import { watchStop } from '../../../../shared/notifications/stops/stop-condition.ts';
import { stopsWithWays } from '../../../../shared/notifications/stops/stops-with-ways.ts';
import { march } from '../observed.ts';

const at = '2026-03-15T02:30:00.000Z';
const amounts = { amountCredits: 500, usedCredits: 500, ownUsedCredits: 500, limitCredits: 500 };
const ways = [{ meaning: 'gets 5 now', command: 'npx curfew topup add' }];

function aStop(name: string, said: Partial<StopFacts> = {}) {
  const user = { userId: name, email: `${name}@acme.example` };
  return { stop: { user, window: march, scope: { kind: 'default' }, ...amounts, ...said } as const, owners: [] };
}

/** Whose ways are tried, of stopped people in an organization of so many. */
function tried(stopped: readonly ReturnType<typeof aStop>[], { size = 3, known = [''], unreachable = [''] } = {}) {
  const people = new Set(Array.from({ length: size }, (_, index) => `p${index}`));
  const states = stopped
    .filter(({ stop }) => known.includes(stop.user.userId))
    .flatMap((each) => watchStop(undefined, each, { at, today: '2026-03-15' }).state ?? []);
  const routing = { admins: [], fallback: [], unreachable: new Set(unreachable) };
  const seen = { stopped, freed: new Map(), people, isByHand: false };
  return stopsWithWays(seen, { known: states, at, routing }, () => ways)
    .stopped.filter(({ stop }) => stop.ways !== undefined)
    .map(({ stop }) => stop.user.userId);
}

test('of each cause one newly stopped person’s ways are tried, and those of people whom no mail reaches', () => {
  const stopped = [aStop('ann'), aStop('bob'), aStop('cem'), aStop('dot', { scope: { kind: 'org' } })];

  expect(tried(stopped)).toEqual(['ann', 'dot']);
  expect(tried(stopped, { known: ['ann', 'dot'] })).toEqual(['bob']);
  expect(tried(stopped, { unreachable: ['cem@acme.example'] })).toEqual(['ann', 'cem', 'dot']);
  expect(tried([aStop('eve', { isLeftOver: true })])).toEqual([]);
});

test('in a large organization few are tried, the cause of most stops first, and in a very large one none', () => {
  const stopped = [aStop('dot', { scope: { kind: 'org' } }), aStop('ann'), aStop('bob')];

  expect(tried(stopped, { size: 15_000 })).toEqual(['ann']);
  expect(tried(stopped, { size: 15_001 })).toEqual([]);
});
