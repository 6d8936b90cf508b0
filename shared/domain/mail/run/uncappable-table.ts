import type { CapPlan } from '../../caps/cap-plan.ts';
import type { Uncappable } from '../../caps/person.ts';
import { grouped } from '../../texts/grouped.ts';
import type { MailSection } from '../content.ts';
import { stakesColumn } from './pool-sections.ts';
import { left, rest, right, rowsMax } from '../table-parts.ts';

const uncappableReasons = {
  'no-email': 'no email is known, and limits are set by email',
  'email-shared': 'shares an email with somebody else on the roster',
  'not-on-roster': 'has used credits and is not on the roster',
} as const;

/** The users who cannot be capped and why, the largest use first; empty when everybody can. */
export function uncappableTable(plan: CapPlan | undefined): readonly MailSection[] {
  if (plan === undefined || plan.uncappable.length === 0) {
    return [];
  }
  const { uncappable } = plan;
  const stakes = stakesColumn(plan);
  const atStake = (user: Uncappable) => user.creditsAtStake.platform ?? 0;
  const table = {
    columns: [
      left('User id'),
      left('Why'),
      right('Used this window'),
      ...(stakes === undefined ? [] : [stakes.column]),
    ],
    rows: uncappable
      .toSorted((a, b) => atStake(b) - atStake(a) || (a.userId < b.userId ? -1 : 1))
      .slice(0, rowsMax)
      .map((user) => [
        user.userId,
        uncappableReasons[user.reason],
        grouped(atStake(user)),
        ...(stakes === undefined ? [] : [stakes.cellOf(user)]),
      ]),
    ...rest(uncappable.length),
  };
  return [{ kind: 'table', heading: `Cannot be capped (${uncappable.length})`, table }];
}
