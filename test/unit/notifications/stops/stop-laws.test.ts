import fc from 'fast-check';
import { expect, test } from 'vitest';

import { windowAt } from '../../../../shared/budgets/window.ts';
import { addDays } from '../../../../shared/kernel/time/day.ts';
import type { StopFacts } from '../../../../shared/notifications/conditions/condition-event.ts';
import type { ConditionState } from '../../../../shared/notifications/conditions/condition-state.ts';
import { decideConditions } from '../../../../shared/notifications/conditions/decide-conditions.ts';
import type { StopsSeen } from '../../../../shared/notifications/stops/stop-condition.ts';
import { ada, onEnforcementRun, routing, storedAfter } from '../observed.ts';

const causes = [
  { scope: { kind: 'user', email: ada.email }, kind: 'month' },
  { scope: { kind: 'team', name: 'web' }, kind: 'month' },
  { scope: { kind: 'team', name: 'web' }, kind: 'week' },
  { scope: { kind: 'org' }, kind: 'quarter' },
  { kind: 'platform' },
] as const;

const anyNight = fc.record({
  status: fc.constantFrom('stopped', 'stopped', 'stopped', 'freed', 'unknown'),
  cause: fc.constantFrom(...causes),
  amount: fc.constantFrom(0, 1_000, 2_000),
  isByHand: fc.boolean(),
});
type Night = typeof anyNight extends fc.Arbitrary<infer T> ? T : never;

function seenOn(day: string, { status, cause, amount, isByHand }: Night): StopsSeen {
  const { kind, ...scope } = cause;
  const used = { amountCredits: amount, usedCredits: amount, ownUsedCredits: amount, limitCredits: amount };
  const stop: StopFacts = { user: ada, ...scope, window: windowAt(kind, day, { anchorDay: 1 }), ...used };
  return {
    stopped: status === 'stopped' ? [{ stop, owners: [] }] : [],
    freed: new Map(status === 'freed' ? [[ada.userId, 100]] : []),
    people: new Set([ada.userId]),
    isByHand,
  };
}

test('whoever is stopped knows until when, is notified of nothing twice, and hears that they may go on only after that', () => {
  fc.assert(
    fc.property(fc.array(anyNight, { minLength: 1, maxLength: 60 }), (nights) => {
      let states: readonly ConditionState[] = [];
      const told = new Set<string>();
      let known: StopFacts | undefined;
      nights.forEach((night, index) => {
        const day = addDays('2026-02-20', index);
        const seen = seenOn(day, night);
        const run = onEnforcementRun(day, { stops: seen, lookedFor: { stopped: 'all' } });
        const decision = decideConditions(run, states, routing);
        states = storedAfter(states, decision);
        for (const event of decision.events.filter((each) => 'stop' in each)) {
          expect(told).not.toContain(event.eventId);
          told.add(event.eventId);
          expect(event.kind === 'person-freed' && known === undefined).toBe(false);
          known = event.kind === 'person-stopped' ? event.stop : undefined;
        }
        for (const { stop } of seen.stopped) {
          const isNothing = stop.amountCredits === 0 && known?.amountCredits === 0;
          expect(isNothing || (known !== undefined && known.window.through >= stop.window.through)).toBe(true);
        }
        expect(decideConditions(run, states, routing).events).toEqual([]);
      });
    }),
  );
});
