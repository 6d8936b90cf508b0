import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { describeRise, explainRise } from '../../../shared/forecast/rise.ts';
import { onWorkdays, seriesOf } from './series.ts';

const span = { from: '2026-06-01', through: '2026-06-05' };
const from = '2026-05-04';
const through = '2026-06-05';

/** Somebody whose workdays took `usual` credits before the span, and `now` credits in it. */
function rising(who: string, { usual, now, model }: { usual: number; now: number; model?: string }) {
  const daily = seriesOf(from, through, (day) => onWorkdays(day >= span.from ? now : usual)(day));
  return model === undefined ? { who, daily } : { who, model, daily };
}

describe('the causes of a rise', () => {
  test('name who it comes from, the most first, with their model', () => {
    const rise = explainRise(span, [
      rising('bob', { usual: 100, now: 220 }),
      rising('ada', { usual: 100, now: 380, model: 'opus' }),
      rising('cy', { usual: 50, now: 50 }),
    ]);

    expect(rise).toMatchObject({ usedCredits: 3_250, usualCredits: 1_250, riseCredits: 2_000 });
    expect(describeRise(rise)).toBe('70 % of the rise is ada on opus, 30 % bob');
  });

  test('do not depend on the order of the contributors', () => {
    const contributors = [
      rising('ada', { usual: 100, now: 200 }),
      rising('bob', { usual: 100, now: 200 }),
      rising('cy', { usual: 100, now: 50 }),
    ];

    expect(explainRise(span, contributors.toReversed())).toEqual(explainRise(span, contributors));
  });

  test('are never more than the whole rise, where others have fallen', () => {
    const rise = explainRise(span, [rising('ada', { usual: 100, now: 400 }), rising('bob', { usual: 200, now: 100 })]);

    expect(rise.causes).toMatchObject([{ who: 'ada', share: 1 }]);
  });

  test('add up to 100 % in words, however much others have fallen and however many are left unnamed', () => {
    const person = fc.record({ usual: fc.nat(1_000), now: fc.nat(1_000) });
    fc.assert(
      fc.property(fc.array(person, { minLength: 1, maxLength: 12 }), (people) => {
        const rise = explainRise(
          span,
          people.map((days, index) => rising(`p${index}`, days)),
        );

        const percents = (describeRise(rise) ?? '100 %').match(/\d+(?= %)/gu)?.map(Number) ?? [];

        expect(percents.reduce((sum, percent) => sum + percent, 0)).toBe(100);
      }),
    );
  });

  test('are absent when nothing has risen', () => {
    const rise = explainRise(span, [rising('ada', { usual: 100, now: 90 })]);

    expect(describeRise(rise)).toBeUndefined();
  });
});
