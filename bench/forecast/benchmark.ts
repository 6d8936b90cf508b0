import * as z from 'zod';

import { percent, type Benchmark, type Ratio } from '../benchmark.ts';

const Errors = z.object({
  dayOfMonth: z.int(),
  straightErrorShare: z.number(),
  seasonalErrorShare: z.number(),
  oursErrorShare: z.number(),
});
const ForecastDocument = z.object({
  months: z.array(Errors.extend({ scope: z.string() })),
  shapes: z.array(Errors.extend({ shape: z.string() })),
});

/** Nights that stand for the month in the common table; the benchmark itself prints all of them. */
const nightsShown: ReadonlySet<number> = new Set([3, 8, 15, 24]);
/** The night on which a warning is still of use, for the ways of working. */
const nightOfShapes = 8;

export const forecast: Benchmark = {
  name: 'forecast',
  isBetter: 'lower',
  about: 'forecasts of months beside a straight line and a seasonal naive one',
  options: ['--organizations 30', '--seeds 101,102,103'],
  ratiosOf(document) {
    const { months, shapes } = ForecastDocument.parse(document);
    const said = months
      .filter(({ dayOfMonth }) => nightsShown.has(dayOfMonth))
      .map((row) => ({ ...row, what: `error of the month’s forecast, ${row.scope}, night ${row.dayOfMonth}` }));
    const worked = shapes
      .filter(({ dayOfMonth }) => dayOfMonth === nightOfShapes)
      .map((row) => ({ ...row, what: `the same, all work as ‘${row.shape}’, night ${row.dayOfMonth}` }));
    return [...said, ...worked].flatMap(ratiosOfErrors);
  },
};

function ratiosOfErrors(row: z.output<typeof Errors> & { readonly what: string }): readonly Ratio[] {
  const peers = [
    ['straight line', row.straightErrorShare],
    ['seasonal naive', row.seasonalErrorShare],
  ] as const;
  return peers.map(([peer, share]) => ({
    what: row.what,
    peer,
    peerFigure: percent(share),
    ourFigure: percent(row.oursErrorShare),
    ratio: row.oursErrorShare / share,
  }));
}
