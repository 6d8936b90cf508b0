import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { addDays } from '../../../../shared/kernel/time/day.ts';
import {
  describeCondition,
  describeNotification,
} from '../../../../shared/notifications/compose/describe-notification.ts';
import type { Ending } from '../../../../shared/notifications/conditions/condition-event.ts';
import { isInAlarm } from '../../../../shared/notifications/conditions/condition-state.ts';
import type { Observations } from '../../../../shared/notifications/conditions/decide-conditions.ts';
import type { UseObservation } from '../../../../shared/notifications/conditions/use-observation.ts';
import { aUse, brief, march, onEnforcementRun, play } from '../observed.ts';

const lead = 'lead@example.com';
const ada = 'ada@example.com';
const ending: Ending = { leftCredits: 20, limitCredits: 1_000, hourCredits: 90 };

/** A look at ten to eleven: so much is known through the day before, and so much was seen since. */
function onLook(
  today: string,
  {
    known,
    seen,
    ending: end,
    ...over
  }: Partial<Omit<UseObservation, 'seen'>> & { known: number; seen: number; ending?: Ending },
): Observations {
  const at = `${today}T10:50:00.000Z`;
  const part = { credits: seen, at, ...(end !== undefined && { ending: end }) };
  const use = aUse({ ...over, usedCredits: known + seen, dataThrough: addDays(today, -1), seen: part });
  return { at, uses: [use], observed: [], lookedFor: {} };
}

function onNight(today: string, usedCredits: number, over: Partial<UseObservation> = {}): Observations {
  return onEnforcementRun(today, { uses: [aUse({ usedCredits, dataThrough: addDays(today, -1), ...over })] });
}

function told(...runs: readonly Observations[]): readonly (readonly string[])[] {
  return play(runs).told.map((notifications) => notifications.map(brief));
}

describe('a threshold that is reached by what is seen', () => {
  test('is reported in that hour, and not again by the night that finds it in the ledger', () => {
    const runs = [onLook('2026-03-10', { known: 700, seen: 120 }), onNight('2026-03-11', 830)];

    expect(told(...runs)).toEqual([[`use-crossed ${ada} 80`, `use-crossed ${lead} 50+80`], []]);
    const { states } = play(runs);
    expect(states.map((state) => describeCondition(state).headline)).toEqual([expect.not.stringContaining('provis')]);
  });

  test('is not reported by a look after the night that reported it', () => {
    expect(told(onNight('2026-03-10', 830), onLook('2026-03-10', { known: 830, seen: 50 }))[1]).toEqual([]);
  });

  test('stays while the ledger does not know the day on which it was seen', () => {
    const edit = { ...onNight('2026-03-10', 700), at: '2026-03-10T15:00:00.000Z' };
    const { states, told: all } = play([onLook('2026-03-10', { known: 700, seen: 120 }), edit]);

    expect(all[1]).toEqual([]);
    expect(states.filter(isInAlarm).map((state) => describeCondition(state).headline)).toEqual([
      expect.stringContaining('(provisional)'),
    ]);
  });

  test('is withdrawn quietly where the ledger knows better, and reported no second time when it is reached after all', () => {
    const wrong = [onLook('2026-03-10', { known: 400, seen: 120 }), onNight('2026-03-11', 410)];

    expect(play(wrong).states.filter(isInAlarm)).toEqual([]);
    expect(told(...wrong, onNight('2026-03-12', 600), onLook('2026-03-12', { known: 600, seen: 10 }))).toEqual([
      [`use-crossed ${lead} 50`],
      [],
      [],
      [],
    ]);
  });

  test('is reported again of a higher amount that is used up as well', () => {
    const raised = { topUpCredits: 1_000 };
    const runs = [
      onLook('2026-03-10', { known: 700, seen: 120 }),
      { ...onNight('2026-03-10', 700, raised), at: '2026-03-10T12:00:00.000Z' },
      { ...onLook('2026-03-10', { known: 700, seen: 920, ...raised }), at: '2026-03-10T17:50:00.000Z' },
    ];

    expect(told(...runs)[2]).toEqual([`use-crossed ${ada} 80`, `use-crossed ${lead} 50+80`]);
  });

  test('that is withdrawn keeps nobody from hearing of another that the ledger reaches in the same night', () => {
    const thresholds = [75, 100];
    const look = onLook('2026-03-10', { known: 700, seen: 20, ending, thresholds });

    expect(told(look, onNight('2026-03-11', 760, { thresholds }))[1]).toEqual([`use-crossed ${lead} 75`]);
  });

  test('is resolved by no look: what has ended is for the run that knows it to say', () => {
    const raised = { topUpCredits: 1_000 };
    const runs = [
      onNight('2026-03-10', 830),
      onLook('2026-03-10', { known: 830, seen: 10, ...raised }),
      onNight('2026-03-11', 850, raised),
    ];

    expect(told(...runs).slice(1)).toEqual([[], [`use-resolved ${ada} 80`, `use-resolved ${lead} 50+80`]]);
  });

  test('is withdrawn where nobody looks at the budget any more', () => {
    const gone = onEnforcementRun('2026-03-11');

    expect(play([onLook('2026-03-10', { known: 700, seen: 120 }), gone]).states.filter(isInAlarm)).toEqual([]);
  });
});

describe('whoever will be stopped', () => {
  test('is reported before, alone and once, and owners hear of it when it is proven', () => {
    const look = onLook('2026-03-10', { known: 880, seen: 100, ending, thresholds: [100] });
    const later = { ...look, at: '2026-03-10T11:50:00.000Z' };
    const { told: all, states } = play([look, later]);

    expect(all.map((each) => each.map(brief))).toEqual([[`use-crossed ${ada} 80+100`], []]);
    expect(states.filter(isInAlarm).map((state) => describeCondition(state).headline)).toEqual([
      expect.stringContaining('within about an hour'),
    ]);
  });

  test('reads that, and an owner whose threshold is reached in the same hour reads of the threshold', () => {
    const { told: all } = play([onLook('2026-03-10', { known: 880, seen: 100, ending, thresholds: [90] })]);
    const texts = (all[0] ?? []).map((notification) => {
      const { headline, details } = describeNotification(notification);
      return [headline, ...details].join('\n');
    });

    expect(texts).toEqual([
      expect.stringMatching(/^You .*an hour: about 20 credits.*\(provisional\)\n/u),
      expect.stringMatching(/^ada@example\.com .*: about 20/u),
    ]);
    expect(texts[0]).toMatch(/880 .*9 Mar.* 100 seen/u);
    expect(texts[0]).toContain('about 90');
    expect(texts[1]).not.toContain('in the last hour');
  });

  test('by a pool hears of their part of it, once a window', () => {
    const share = { basis: 'share', scope: { kind: 'org' }, thresholds: [] } as const;
    const look = (day: string) => onLook(day, { ...share, known: 300, seen: 10, ending });

    expect(told(look('2026-03-10'), onEnforcementRun('2026-03-11'), look('2026-03-11'))).toEqual([
      [`use-crossed ${ada} 100`],
      [],
      [],
    ]);
  });
});

describe('in whatever order looks and nights come', () => {
  const lines = [50, 80, 100];
  const day = fc.record({
    used: fc.integer({ min: 0, max: 250 }),
    /** What the looks of the day see, in percent of what is used by then; more where hints are wrong. */
    looks: fc.array(fc.integer({ min: 0, max: 220 }), { maxLength: 3 }),
    hasNight: fc.boolean(),
    isEnding: fc.boolean(),
    hasEdit: fc.boolean(),
    raise: fc.constantFrom(0, 0, 0, 0, 300),
  });

  test('there is one mail a threshold, person and amount at most, and one at least where the ledger crosses', () => {
    fc.assert(
      fc.property(fc.array(day, { minLength: 3, maxLength: 12 }), fc.constantFrom('alert', 'enforce'), (days, mode) => {
        const runs: Observations[] = [];
        const crossed = new Set<number>();
        let [total, topUpCredits, known, through] = [0, 0, 0, addDays(march.from, -1)];
        days.forEach(({ used, looks, hasNight, hasEdit, raise, isEnding }, index) => {
          const today = addDays(march.from, index);
          if (hasNight) {
            [known, through] = [total, addDays(today, -1)];
          }
          const ledger = (at: string) => {
            const use = aUse({ mode, topUpCredits, usedCredits: known, dataThrough: through });
            runs.push({
              ...onEnforcementRun(today, { uses: [use], dataThrough: through }),
              at: `${today}T${at}:00.000Z`,
            });
            lines
              .filter((percent) => known * 100 >= (1_000 + topUpCredits) * percent)
              .forEach((percent) => crossed.add(percent));
          };
          if (hasNight) {
            ledger('02:30');
          }
          looks.forEach((percent, look) => {
            const seen = Math.ceil(((total - known + used) * percent) / 100);
            const over = { mode, topUpCredits, known, seen, ...(isEnding && { ending }) };
            if (seen > 0) {
              const at = `${today}T${10 + look}:50:00.000Z`;
              const [use] = onLook(today, over).uses ?? [];
              const part = { ...use?.seen, credits: seen, at };
              runs.push({
                at,
                uses: [{ ...aUse(), ...use, dataThrough: through, seen: part }],
                observed: [],
                lookedFor: {},
              });
            }
          });
          topUpCredits += raise;
          if (hasEdit || raise > 0) {
            ledger('17:00');
          }
          total += used;
        });

        const mails = play(runs).told.flatMap((notifications) =>
          notifications.flatMap(({ event, recipient }) => {
            if (event.kind !== 'use-crossed') {
              return [];
            }
            const percents = recipient === ada ? event.userLines : event.ownerLines;
            return percents.map((percent) => ({ recipient, percent, line: `${percent}@${event.facts.amountCredits}` }));
          }),
        );
        const texts = mails.map(({ recipient, line }) => `${recipient} ${line}`);
        expect(texts.length).toBe(new Set(texts).size);
        // Who is stopped by a budget of their own that sets caps hears of that alone: see `watchStop`.
        const told = new Set(mails.filter(({ recipient }) => recipient === lead).map(({ percent }) => percent));
        const missing = mode === 'alert' ? [...crossed].filter((percent) => !told.has(percent)) : [];
        expect(missing).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});
