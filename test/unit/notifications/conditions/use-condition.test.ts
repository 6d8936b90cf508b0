import { describe, expect, test } from 'vitest';

import { windowAt } from '../../../../shared/budgets/window.ts';
import {
  describeCondition,
  describeNotification,
} from '../../../../shared/notifications/compose/describe-notification.ts';
import { aUse, anOrgUse, brief, onEnforcementRun, play } from '../observed.ts';

const lead = 'lead@example.com';

/** What is told when the organization's use is as given, night after night from the 10th. */
function toldFor(...uses: readonly Parameters<typeof anOrgUse>[0][]): readonly (readonly string[])[] {
  const nights = uses.map((use, index) => onEnforcementRun(`2026-03-${10 + index}`, { uses: [anOrgUse(use)] }));
  return play(nights).told.map((notifications) => notifications.map(brief));
}

describe('a threshold', () => {
  test('is in alarm exactly on the line, and not a credit before', () => {
    expect(toldFor({ usedCredits: 499 })).toEqual([[]]);
    expect(toldFor({ usedCredits: 500 })).toEqual([[`use-crossed ${lead} 50`]]);
  });

  test('is reported once, however long it stays crossed', () => {
    expect(toldFor({ usedCredits: 500 }, { usedCredits: 600 }, { usedCredits: 799 })).toEqual([
      [`use-crossed ${lead} 50`],
      [],
      [],
    ]);
  });

  test('is reported together with others that were crossed at once', () => {
    expect(toldFor({ usedCredits: 1_200 })).toEqual([[`use-crossed ${lead} 50+80+100`]]);
  });

  test('may lie above the amount', () => {
    expect(toldFor({ usedCredits: 1_500, thresholds: [100, 150] })).toEqual([[`use-crossed ${lead} 100+150`]]);
  });

  test('is resolved when a restatement takes the use back, and neither is reported again', () => {
    expect(toldFor({ usedCredits: 820 }, { usedCredits: 780 }, { usedCredits: 820 }, { usedCredits: 780 })).toEqual([
      [`use-crossed ${lead} 50+80`],
      [`use-resolved ${lead} 80`],
      [],
      [],
    ]);
  });

  test('is resolved by a top-up, and reported again when that is used up too', () => {
    const told = toldFor(
      { usedCredits: 1_000 },
      { usedCredits: 1_000, topUpCredits: 1_000 },
      { usedCredits: 2_000, topUpCredits: 1_000 },
    );

    expect(told).toEqual([
      [`use-crossed ${lead} 50+80+100`],
      [`use-resolved ${lead} 80+100`],
      [`use-crossed ${lead} 80+100`],
    ]);
  });

  test('is resolved when the budget becomes unlimited', () => {
    const told = toldFor({ usedCredits: 500 }, { usedCredits: 500, amount: { kind: 'unlimited' } });

    expect(told[1]).toEqual([`use-resolved ${lead} 50`]);
  });

  test('counts all of the window, and says that it was over from the start', () => {
    const { told } = play([
      onEnforcementRun('2026-03-10', { uses: [anOrgUse({ usedCredits: 1_200, usedBeforeChangeCredits: 1_100 })] }),
    ]);

    expect(told[0]?.map(({ event }) => 'facts' in event && event.isFromTheStart)).toEqual([true]);
  });

  test('of a budget that only observes is never reported', () => {
    expect(toldFor({ usedCredits: 5_000, mode: 'observe' })).toEqual([[]]);
  });
});

describe('the turn of a window', () => {
  const april = windowAt('month', '2026-04-01', { anchorDay: 1 });

  test('notifies those who had been notified, once, and counts again', () => {
    const { told } = play([
      onEnforcementRun('2026-03-20', { uses: [anOrgUse({ usedCredits: 600 })] }),
      onEnforcementRun('2026-04-01', {
        uses: [anOrgUse({ usedCredits: 700 }), anOrgUse({ window: april, usedCredits: 0 })],
      }),
      onEnforcementRun('2026-04-02', { uses: [anOrgUse({ window: april, usedCredits: 500 })] }),
      onEnforcementRun('2026-04-03', { uses: [anOrgUse({ window: april, usedCredits: 500 })] }),
    ]);

    expect(told.map((notifications) => notifications.map(brief))).toEqual([
      [`use-crossed ${lead} 50`],
      [`use-reset ${lead} 50`],
      [`use-crossed ${lead} 50`],
      [],
    ]);
  });

  test('waits for the figures of the last day', () => {
    const { told } = play([
      onEnforcementRun('2026-03-20', { uses: [anOrgUse({ usedCredits: 600 })] }),
      onEnforcementRun('2026-04-01', { dataThrough: '2026-03-30', uses: [anOrgUse({ usedCredits: 700 })] }),
      onEnforcementRun('2026-04-02', { dataThrough: '2026-04-01', uses: [anOrgUse({ usedCredits: 850 })] }),
    ]);

    expect(told.map((notifications) => notifications.map(brief))).toEqual([
      [`use-crossed ${lead} 50`],
      [],
      [`use-crossed ${lead} 80`],
    ]);
  });

  test('closes what was in alarm also when nights were missed and nobody looks at the old window any more', () => {
    const { told } = play([
      onEnforcementRun('2026-03-20', { uses: [anOrgUse({ usedCredits: 600 })] }),
      onEnforcementRun('2026-04-11', { uses: [anOrgUse({ window: april })] }),
      onEnforcementRun('2026-04-12', { uses: [anOrgUse({ usedCredits: 2_000 })] }),
    ]);

    expect(told.map((notifications) => notifications.map(brief))).toEqual([
      [`use-crossed ${lead} 50`],
      [`use-reset ${lead} 50`],
      [],
    ]);
  });
});

describe('the affected user', () => {
  test.for([
    { mode: 'alert', atTheEnd: ['use-crossed ada@example.com 100'] },
    // Being stopped is told as such.
    { mode: 'enforce', atTheEnd: [] },
  ] as const)(
    'is reported at 80 %, and at the end of a budget that is there to $mode $atTheEnd',
    ({ mode, atTheEnd }) => {
      const nights = [500, 800, 1_000].map((usedCredits, index) =>
        onEnforcementRun(`2026-03-${10 + index}`, { uses: [aUse({ usedCredits, thresholds: [50], mode })] }),
      );

      expect(play(nights).told.map((notifications) => notifications.map(brief))).toEqual([
        [`use-crossed ${lead} 50`],
        ['use-crossed ada@example.com 80'],
        atTheEnd,
      ]);
    },
  );

  test('hears nothing of a budget of their own that is used up at once, nor its owners: that is reported as a stop', () => {
    const { told } = play([
      onEnforcementRun('2026-03-10', { uses: [aUse({ usedCredits: 1_200 })] }),
      onEnforcementRun('2026-03-11', { uses: [aUse({ usedCredits: 1_200, topUpCredits: 2_000 })] }),
      onEnforcementRun('2026-03-12', { uses: [aUse({ usedCredits: 2_500, topUpCredits: 2_000 })] }),
    ]);

    expect(told.map((notifications) => notifications.map(brief))).toEqual([
      [],
      [],
      ['use-crossed ada@example.com 80', `use-crossed ${lead} 50+80`],
    ]);
  });

  test('is warned of a pool once for an amount', () => {
    const pool = [
      [850, 1_000],
      [1_050, 1_000],
      [850, 2_000],
      [1_950, 2_000],
    ] as const;
    const shares = pool.map(([usedCredits, amountCredits], index) =>
      onEnforcementRun(`2026-03-${10 + index}`, {
        uses: [
          aUse({
            basis: 'share',
            scope: { kind: 'org' },
            usedCredits,
            amount: { kind: 'credits', credits: amountCredits },
            thresholds: [],
            owners: [],
          }),
        ],
      }),
    );

    expect(play(shares).told.map((notifications) => notifications.map(brief))).toEqual([
      ['use-crossed ada@example.com 80'],
      [],
      ['use-resolved ada@example.com 80'],
      ['use-crossed ada@example.com 80'],
    ]);
  });

  test('who is an owner too is notified once, of everything', () => {
    const { told } = play([
      onEnforcementRun('2026-03-10', { uses: [aUse({ usedCredits: 800, owners: ['Ada@Example.com'] })] }),
    ]);

    expect(told[0]?.map(brief)).toEqual(['use-crossed ada@example.com 50+80']);
  });

  test('who is blocked is notified when that is new, and not every month again', () => {
    const blocked = aUse({ amount: { kind: 'credits', credits: 0 }, thresholds: [], mode: 'alert' });

    expect(play([onEnforcementRun('2026-03-10', { uses: [blocked] })]).told).toEqual([[]]);
    expect(
      play([onEnforcementRun('2026-03-10', { uses: [{ ...blocked, usedBeforeChangeCredits: 0 }] })]).told[0]?.map(
        brief,
      ),
    ).toEqual(['use-crossed ada@example.com 80+100']);
  });
});

test.each([
  [1_100, 'high', 'The organization is over its monthly budget; its limits add up to 1,200'],
  [1_200, 'critical', 'The organization is stopped until Wed 1 Apr, 00:00 UTC: its monthly budget is used up'],
])('an overcommitted pool at %s of 1,000 is said to stop only where its limits end', (usedCredits, severity, text) => {
  const { told } = play([onEnforcementRun('2026-03-10', { uses: [anOrgUse({ usedCredits, overcommit: 1.2 })] })]);

  const [notification] = told[0] ?? [];
  expect(notification?.severity).toBe(severity);
  expect(notification === undefined ? '' : describeNotification(notification).headline).toBe(text);
});

test('a person stopped by another budget is not said to be stopped by this one too, in new alerts and open ones', () => {
  const use = aUse({ usedCredits: 820, expectedOn: '2026-03-20' });
  const headlines = (states: ReturnType<typeof play>['states']) =>
    states.map((state) => describeCondition(state).headline);

  const before = play([onEnforcementRun('2026-03-10', { uses: [use] })]);
  const open = play([
    onEnforcementRun('2026-03-10', { uses: [use] }),
    onEnforcementRun('2026-03-11', { uses: [{ ...use, isStopped: true }] }),
  ]);
  const fresh = play([onEnforcementRun('2026-03-10', { uses: [{ ...use, isStopped: true }] })]);

  expect(headlines(before.states)).toEqual([expect.stringContaining('will be stopped when')]);
  for (const { states } of [open, fresh]) {
    expect(headlines(states)).toEqual(['ada@example.com used 82 % of their monthly budget: 180 credits left']);
  }
});

test('what lists say of an open alert are the figures of the last run, and it stays as old as it is', () => {
  const nights = [500, 600].map((usedCredits, index) =>
    onEnforcementRun(`2026-03-${10 + index}`, { uses: [anOrgUse({ usedCredits })] }),
  );
  const { told, states } = play(nights);

  expect(told.map((notifications) => notifications.length)).toEqual([1, 0]);
  expect(states.map((state) => [describeCondition(state).headline, state.asOf.slice(0, 10)])).toEqual([
    ['The organization used 60 % of its monthly budget: 400 credits left', '2026-03-10'],
  ]);
});
