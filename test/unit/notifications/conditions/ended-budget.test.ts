import { expect, test } from 'vitest';

import { bindingBudgets } from '../../../../shared/budgets/binding-budgets.ts';
import type { Budget } from '../../../../shared/budgets/budget.ts';
import { describeNotification } from '../../../../shared/notifications/compose/describe-notification.ts';
import { isInAlarm } from '../../../../shared/notifications/conditions/condition-state.ts';
import { forecastConditionId } from '../../../../shared/notifications/conditions/forecast-condition.ts';
import { useConditionId } from '../../../../shared/notifications/conditions/use-observation.ts';
import { goneConditions } from '../../../../shared/notifications/observe/observe-uses.ts';
import { aBudget, credits, someUsage } from '../../../support/domain-samples.ts';
import { useOf } from '../../../support/plan-samples.ts';
import { ada, aForecast, aUse, brief, march, onEnforcementRun, play } from '../observed.ts';

const byDefault = aUse({ scope: { kind: 'default' }, mode: 'alert', usedCredits: 1_000 });
const crossed = onEnforcementRun('2026-03-10', { uses: [byDefault] });

test('the alert of a budget that was replaced or removed is resolved with that reason, once', () => {
  const gone = new Set([useConditionId(byDefault)]);
  const night = (day: string) => onEnforcementRun(day, { gone });

  const { states, told } = play([crossed, night('2026-03-11'), night('2026-03-12')]);

  expect(states.filter(isInAlarm)).toEqual([]);
  expect(told[1]?.map(brief)).toEqual([
    expect.stringMatching(/^use-ended ada@example\.com/u),
    expect.stringMatching(/^use-ended lead@example\.com/u),
  ]);
  expect(told[1]?.map((each) => describeNotification(each).headline)).toEqual([
    'Your monthly budget no longer applies: it was replaced or removed',
    'The monthly budget of ada@example.com no longer applies: it was replaced or removed, or the person has left',
  ]);
  expect(told[2]).toEqual([]);
});

test('a budget that was only not looked at keeps its alert, and so does one of a window that is not looked at', () => {
  const earlier = onEnforcementRun('2026-04-20', {
    gone: new Set([useConditionId(byDefault)]),
    dataThrough: '2026-03-01',
  });
  const before = { ...earlier, at: '2026-02-27T02:30:00.000Z' };

  expect(play([crossed, onEnforcementRun('2026-03-11')]).states.filter(isInAlarm)).toHaveLength(1);
  expect(play([crossed, before]).states.filter(isInAlarm)).toHaveLength(1);
});

test('the forecast of a budget that does not apply any more is resolved with it', () => {
  const forecast = aForecast(2_000);
  const nights = ['2026-03-10', '2026-03-11'].map((day) => onEnforcementRun(day, { forecasts: [forecast] }));
  const after = onEnforcementRun('2026-03-12', { gone: new Set([forecastConditionId(forecast)]) });

  expect(play(nights).states.filter(isInAlarm)).toHaveLength(1);
  expect(play([...nights, after]).states.filter(isInAlarm)).toEqual([]);
});

test('gone are the open conditions of budgets that bind this person no more; between the nights none is', () => {
  const own: Budget = aBudget({ scope: { kind: 'user', email: ada.email }, amount: credits(5_000) });
  const forAll = aBudget({ scope: { kind: 'default' } });
  const ids = [useConditionId(byDefault), useConditionId({ ...byDefault, scope: own.scope }), 'use/share/x'];
  const goneWith = (budgets: readonly Budget[], seen?: { readonly knownThrough: string; readonly at: string }) =>
    goneConditions({
      today: '2026-03-15',
      platformWindow: { anchorDay: 1 },
      budgets: bindingBudgets(budgets, [], '2026-03-15'),
      people: [ada],
      topUpCredits: new Map(),
      poolTopUpCredits: new Map(),
      teamOf: new Map(),
      use: useOf(someUsage({}), '2026-03-14'),
      openIds: new Set(ids),
      ...(seen && { seen }),
    });

  expect(march.from).toBe('2026-03-01');
  expect([...goneWith([forAll])]).toEqual([ids[1]]);
  expect([...goneWith([forAll, own])]).toEqual([ids[0]]);
  expect([...goneWith([])]).toEqual(ids.slice(0, 2));
  expect([...goneWith([], { knownThrough: '2026-03-14', at: '2026-03-15T12:00:00.000Z' })]).toEqual([]);
});
