import * as z from 'zod';

import type { Benchmark, Ratio } from '../benchmark.ts';
import { SpreadFigures, spreadRatio } from '../measure/spread.ts';
import { contestantNames, labelOf } from './contestant-names.ts';

const NightsFigures = z.object({
  users: z.int(),
  rows: z.array(
    z.object({
      kind: z.string(),
      who: z.enum(contestantNames),
      calls: z.number(),
      tableCalls: z.number(),
      writeUnits: z.number(),
      cpuSeconds: SpreadFigures,
      peakMb: SpreadFigures,
      freshness: z.object({ meanHours: z.number() }),
    }),
  ),
});
type DayFigures = z.output<typeof NightsFigures>['rows'][number];

export const nights: Benchmark = {
  name: 'nights',
  isBetter: 'lower',
  about: 'days under Curfew, under AWS’s quota monitor and under an hourly tracker, with the same people',
  options: ['--users 24', '--rounds 2', '--nights 5'],
  ratiosOf(document) {
    const { users, rows } = NightsFigures.parse(document);
    return [...Map.groupBy(rows, ({ kind }) => kind)].flatMap(([kind, days]) => {
      const ours = days.find(({ who }) => who === 'ours');
      return ours === undefined
        ? []
        : days.filter((day) => day !== ours).flatMap((day) => ratiosBeside(day, ours, `${kind}, ${users} people`));
    });
  },
};

function ratiosBeside(day: DayFigures, ours: DayFigures, night: string): readonly Ratio[] {
  const counted = (what: string, figure: (each: DayFigures) => number, digits = 0): Ratio => ({
    what: `${what}, ${night}`,
    peer: labelOf[day.who],
    peerFigure: figure(day).toFixed(digits),
    ourFigure: figure(ours).toFixed(digits),
    ratio: figure(ours) / figure(day),
  });
  const work: readonly Ratio[] = [
    counted('calls', ({ calls }) => calls),
    spreadRatio({ what: `CPU of a day, ${night}`, peer: labelOf[day.who] }, [day.cpuSeconds, ours.cpuSeconds], {
      unit: 's',
      digits: 2,
    }),
    counted('memory in MB', ({ peakMb }) => peakMb.median),
  ];
  return day.who === 'floor'
    ? work
    : [
        ...work,
        counted('units written', ({ writeUnits }) => writeUnits),
        counted('hours until a credit is known', ({ freshness }) => freshness.meanHours, 2),
      ];
}
