import { describe, expect, test } from 'vitest';

import { decideAcknowledge } from '../../../shared/notifications/conditions/acknowledge.ts';
import type { ConditionState } from '../../../shared/notifications/conditions/condition-state.ts';
import { describeUnheard, unheardConditions, type Grave } from '../../../shared/notifications/unheard.ts';
import { partOf } from '../../support/part-of.ts';
import { anObservation, aUse, onEnforcementRun, play, routing } from './observed.ts';

const at = '2026-03-11T02:30:00.000Z';
const nobody = { admins: [], fallback: [], unreachable: new Set<string>() };
const grave = anObservation({ severity: 'high', headline: 'No cap was changed' });

function statesAfter(...observed: Parameters<typeof onEnforcementRun>[1][]): readonly ConditionState[] {
  return play(observed.map((each) => onEnforcementRun('2026-03-10', each))).states;
}

function headlines(states: readonly ConditionState[], routes = nobody): readonly string[] {
  return unheardConditions(states, routes, at).map(({ headline }) => headline);
}

describe('a condition reaches nobody', () => {
  test('when it is grave and no admin is set', () => {
    expect(headlines(statesAfter({ observed: [grave] }))).toEqual(['No cap was changed']);
    expect(headlines(statesAfter({ observed: [grave] }), { ...routing, admins: ['a@x.example'] } as never)).toEqual([]);
  });

  test('when mail reaches none of those that are set', () => {
    const unreachable = new Set(['admin@example.com']);

    expect(
      headlines(statesAfter({ observed: [grave] }), { ...nobody, admins: ['Admin@example.com'], unreachable } as never),
    ).toHaveLength(1);
  });

  test('not when an owner, the affected user or a fallback gets it', () => {
    const owned = statesAfter({ observed: [{ ...grave, owners: ['lead@example.com'] }] });
    const use = statesAfter({ uses: [aUse({ usedCredits: 1_000, owners: [] })] });
    const fallback = { ...nobody, fallback: ['b@x.example'] } as never;

    expect([headlines(owned), headlines(use), headlines(statesAfter({ observed: [grave] }), fallback)]).toEqual([
      [],
      [],
      [],
    ]);
  });

  test('not when it is mild, resolved, or acknowledged', () => {
    const mild = statesAfter({ observed: [anObservation({ severity: 'medium' })] });
    const resolved = statesAfter({ observed: [grave] }, {});
    const acknowledged = statesAfter({ observed: [grave] }).map((state) => {
      const decision = decideAcknowledge(state, { by: 'ada', at, reason: 'known' });
      return decision.kind === 'acknowledged' ? decision.state : state;
    });

    expect([headlines(mild), headlines(resolved), headlines(acknowledged)]).toEqual([[], [], []]);
  });
});

describe('a run that notified nobody', () => {
  const some: readonly Grave[] = [
    { severity: 'high', headline: 'Gap in the history' },
    { severity: 'critical', headline: 'History rewritten' },
    { severity: 'low', headline: 'Users match several teams' },
  ];

  test('says so with the worst first, how many more there are, and the setting to fill in', () => {
    const text = describeUnheard(some, nobody);

    expect(text).toMatch(/^No one .*critical.* 1 more.*rewritten/u);
    expect(text).toContain('admins');
  });

  test('names the fallback where the admins cannot be reached', () => {
    expect(describeUnheard(some, partOf({ admins: ['a@x.example'] }))).toContain('alerts.fallback');
  });

  test('says nothing when there is nothing grave', () => {
    expect(describeUnheard(some.slice(2), nobody)).toBeUndefined();
    expect(describeUnheard([], nobody)).toBeUndefined();
  });
});
