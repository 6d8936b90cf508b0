import { counted, grouped } from '../../kernel/texts/amounts.ts';
import { creditsPhrase } from '../../kernel/texts/credits.ts';
import type { DayRange } from '../../kernel/time/day.ts';
import { describeLivePool, describeLiveStatus } from '../../live/describe-live.ts';
import type { LiveState } from '../../live/live-state.ts';
import { describeFailed } from '../../live/live-status.ts';
import type { TotalsComparison } from '../../live/totals/judge-totals.ts';
import type { MailSection } from '../../mail/content.ts';

export interface LiveOfWeek extends TotalsComparison {
  readonly state: Pick<LiveState, 'report' | 'given'>;
}

const linesMax = 3;

/** Returns verification, credits given in the week and available credits of `live`; empty before the first run. */
export function liveSection({ state, compared, failures }: LiveOfWeek, week: DayRange): readonly MailSection[] {
  const { report, given = [] } = state;
  if (report === undefined || report.standing.kind === 'off') {
    return [];
  }
  const isInWeek = ({ from, through }: DayRange) => from <= week.through && through >= week.from;
  const failed = failures.filter(isInWeek);
  const lines = failed.slice(0, linesMax).map((each) => `It did not agree ${describeFailed(each)}.`);
  const more = failed.length - linesMax;
  const ofWeek = given.filter(({ day }) => week.from <= day && day <= week.through);
  const floating = report.pools.filter(({ freeCredits }) => freeCredits > 0).slice(0, linesMax);
  return [
    {
      kind: 'notes',
      heading: 'Between the nights',
      notes: [
        `${describeLiveStatus(report.standing)}.`,
        ...lines,
        ...(more > 0 ? [`${grouped(more)} more did not agree.`] : []),
        ...(failed.length > 0 ? [] : [agreedText(compared.filter(isInWeek).length)]),
        ...(report.standing.kind === 'on' || ofWeek.length > 0 ? [givenText(ofWeek)] : []),
        ...floating.map((pool) => `${pool.scope} ${pool.window}: ${describeLivePool(pool)}.`),
      ],
    },
  ];
}

function agreedText(comparisons: number): string {
  return comparisons === 0
    ? 'No day of the week was compared with the bill.'
    : `All that was compared with the bill in the week agreed (${counted(comparisons, 'comparison')}).`;
}

function givenText(days: NonNullable<LiveState['given']>): string {
  const credits = days.reduce((sum, day) => sum + day.credits, 0);
  const raises = days.reduce((sum, day) => sum + day.raises, 0);
  return raises === 0
    ? 'Nothing was given in the week.'
    : `${creditsPhrase(credits)} were given in the week, in ${counted(raises, 'raise')} of a limit.`;
}
