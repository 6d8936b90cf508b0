import { counted } from '../../kernel/texts/counted.ts';
import { grouped } from '../../kernel/texts/grouped.ts';
import type { Day } from '../../kernel/time/day.ts';
import type { MailSection } from '../../mail/content.ts';
import type { BranchRecord, Line, WeekShare } from '../../readiness/branch-record.ts';
import { fallenBy, openFalls, describeFall, describePlace } from '../../readiness/open-falls.ts';
import type { DigestWeek } from '../digest-week.ts';

const fallsMax = 3;

/** Returns the readiness of repositories beside the week before, and the week's regressions; empty without a report. */
export function readinessSection(
  records: readonly BranchRecord[],
  { week, before }: Pick<DigestWeek, 'week' | 'before'>,
): readonly MailSection[] {
  const lines = records.flatMap((record) => record.lines);
  const now = sharesUntil(lines, week.through);
  if (now.length === 0) {
    return [];
  }
  const earlier = sharesUntil(lines, before.through);
  const repositories = new Set(records.map(({ repository }) => repository)).size;
  const falls = fallsIn(records, week);
  const more = falls.length - fallsMax;
  const notes = [
    `${describeShares(now)} in ${counted(repositories, 'repository', 'repositories')} (before: ${earlier.length === 0 ? 'no report' : describeShares(earlier)}).`,
    ...(falls.length === 0 ? ['Nothing that passed before failed this week.'] : falls.slice(0, fallsMax)),
    ...(more > 0 ? [`and ${grouped(more)} more: curfew readiness regressions`] : []),
  ];
  return [{ kind: 'notes', heading: 'Readiness', notes }];
}

function sharesUntil(lines: readonly Line[], day: Day): readonly WeekShare[] {
  return lines.flatMap(({ weeks }) => {
    const known = Object.values(weeks).filter(({ at }) => at.slice(0, 10) <= day);
    const last = known.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1);
    return last === undefined ? [] : [last];
  });
}

function describeShares(shares: readonly WeekShare[]): string {
  const passing = shares.reduce((sum, share) => sum + share.passing, 0);
  const evaluated = shares.reduce((sum, share) => sum + share.evaluated, 0);
  const percent = evaluated === 0 ? '' : ` (${Math.round((passing / evaluated) * 100)} %)`;
  return `${grouped(passing)} of ${grouped(evaluated)} criteria pass${percent}`;
}

/** Regressions in a week that no other judge or other applications explain. */
function fallsIn(records: readonly BranchRecord[], { from, through }: DigestWeek['week']): readonly string[] {
  return fallenBy(openFalls(records, from), ['regression', 'worse']).flatMap(({ record, line, falls }) =>
    falls
      .filter(({ fall }) => from <= fall.after.at.slice(0, 10) && fall.after.at.slice(0, 10) <= through)
      .map((fall) => `${describePlace(record, line)}: ${describeFall(fall)}`),
  );
}
