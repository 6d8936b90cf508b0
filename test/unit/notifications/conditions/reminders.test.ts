import { describe, expect, test } from 'vitest';

import { describeInvalidBudget } from '../../../../shared/budgets/invalid-budget.ts';
import { decideAcknowledge } from '../../../../shared/notifications/conditions/acknowledge.ts';
import type { ConditionState } from '../../../../shared/notifications/conditions/condition-state.ts';
import { withoutAcknowledged } from '../../../../shared/notifications/conditions/reminders.ts';
import type { Observation } from '../../../../shared/notifications/observation.ts';
import { invalidEditObservation } from '../../../../shared/notifications/observe/common-observations.ts';
import { anOutcome } from '../../../support/domain-samples.ts';
import { onEnforcementRun, play } from '../observed.ts';

const problem = 'field "amount": "lots" is not a number';
const row = invalidEditObservation({ scope: 'default', window: 'month', problem });
const ofRow = describeInvalidBudget({ scope: 'default', window: 'month', problem });
const ofOther = describeInvalidBudget({ scope: 'org', window: 'month', problem });

function standing(observation: Observation, until?: string): readonly ConditionState[] {
  const by = { by: 'ada', at: '2026-03-10T09:00:00.000Z', reason: 'known', ...(until === undefined ? {} : { until }) };
  return play([onEnforcementRun('2026-03-10', { observed: [observation] })]).states.map((state) => {
    const decision = decideAcknowledge(state, by);
    return decision.kind === 'acknowledged' ? decision.state : state;
  });
}

describe('what a night says every night', () => {
  test('is said without the row that was acknowledged, and with another of the same fault', () => {
    const night = { outcome: anOutcome({ problems: [ofRow, ofOther] }) };

    const { run: left, acknowledged } = withoutAcknowledged(night, standing(row), '2026-03-11');

    expect(left.outcome.problems).toEqual([ofOther]);
    expect(acknowledged).toBe(1);
  });

  test('is said in full when the day of the acknowledgement is over, when nobody has made one, and of another fault', () => {
    const night = { outcome: anOutcome({ problems: [ofRow] }) };
    const open = play([onEnforcementRun('2026-03-10', { observed: [row] })]).states;
    const other = standing({ ...row, fingerprint: 'field "mode": "loud" is unknown' });

    const counts = [standing(row, '2026-03-10'), open, other].map(
      (states) => withoutAcknowledged(night, states, '2026-03-11').acknowledged,
    );

    expect(counts).toEqual([0, 0, 0]);
  });
});
