import { describe, expect, test } from 'vitest';

import type { ForecastObservation } from '../../../../shared/notifications/conditions/forecast-condition.ts';
import { aForecast, onEnforcementRun, play } from '../observed.ts';

function kindsFor(...nights: readonly (ForecastObservation | undefined)[]): readonly (readonly string[])[] {
  const seen = nights.map((forecast, index) =>
    onEnforcementRun(`2026-03-${10 + index}`, { forecasts: forecast === undefined ? [] : [forecast] }),
  );
  return play(seen).told.map((notifications) => notifications.map(({ event }) => event.kind));
}

const over = aForecast(1_200);
const under = aForecast(700);
const unsure = aForecast(985);

describe('a forecast alert', () => {
  test('needs two nights in a row', () => {
    expect(kindsFor(over, over, over)).toEqual([[], ['forecast-raised'], []]);
  });

  test('does not come of two nights with a calm one, a doubtful one or none between them', () => {
    expect(kindsFor(over, under, over).flat()).toEqual([]);
    expect(kindsFor(over, unsure, over).flat()).toEqual([]);
    expect(kindsFor(over, undefined, over).flat()).toEqual([]);
  });

  test('resolves after two calm nights in a row, and a night on the edge is not one', () => {
    expect(kindsFor(over, over, under, unsure, under, under)).toEqual([
      [],
      ['forecast-raised'],
      [],
      [],
      [],
      ['forecast-resolved'],
    ]);
  });

  test('does not flap: each side is reported once a window', () => {
    expect(kindsFor(over, over, under, under, over, over, under, under).flat()).toEqual([
      'forecast-raised',
      'forecast-resolved',
    ]);
  });

  test('comes again for a higher amount that will not last either', () => {
    const higher = aForecast(2_500, { amountCredits: 2_000 });

    expect(kindsFor(over, over, under, under, higher, higher).flat()).toEqual([
      'forecast-raised',
      'forecast-resolved',
      'forecast-raised',
    ]);
  });

  test('is not raised for what is over already', () => {
    const isOver = aForecast(1_500, { usedCredits: 1_000 });

    expect(kindsFor(isOver, isOver, isOver).flat()).toEqual([]);
  });

  test.for([
    ['the amount is used', { forecast: { ...over.forecast, usedCredits: 1_000 } }],
    ['the person is stopped', { isStopped: true }],
  ] as const)('ends without a word once %s: the alert of that takes over', ([, said]) => {
    const { told, states } = play([
      onEnforcementRun('2026-03-10', { forecasts: [over] }),
      onEnforcementRun('2026-03-11', { forecasts: [over] }),
      onEnforcementRun('2026-03-12', { forecasts: [{ ...over, ...said }] }),
    ]);

    expect(told.map((notifications) => notifications.length)).toEqual([0, 1, 0]);
    expect(states.map((state) => ('phase' in state ? state.phase : ''))).toEqual(['resolved']);
  });

  test('counts a night once, however often it is run', () => {
    const night = onEnforcementRun('2026-03-10', { forecasts: [over] });
    const again = { ...night, at: '2026-03-10T05:30:00.000Z' };

    expect(play([night, again]).told.flat()).toEqual([]);
  });

  test('takes the last word of a night that is run twice', () => {
    const { told } = play([
      onEnforcementRun('2026-03-10', { forecasts: [over] }),
      onEnforcementRun('2026-03-11', { forecasts: [unsure] }),
      { ...onEnforcementRun('2026-03-11', { forecasts: [over] }), at: '2026-03-11T05:30:00.000Z' },
    ]);

    expect(told.map((notifications) => notifications.length)).toEqual([0, 0, 1]);
  });
});
