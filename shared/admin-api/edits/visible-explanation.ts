import type { Explanation } from '../../domain/explanation/explanation.ts';
import { formatScope } from '../../domain/budgets/scope.ts';
import type { Visible } from './visible-to.ts';

/**
 * What the owner of a team may read of a member's explanation: budgets of the member, of the team and of everybody
 * without one of their own. Of a pool of others only that it decides, and the share that it leaves the member.
 */
export function visibleExplanation(explanation: Explanation, visible: Visible): Explanation {
  const isSeen = ({ budget: { scope } }: Explanation['layers'][number]): boolean =>
    scope.kind === 'default' || visible.scope(formatScope(scope));
  return {
    ...explanation,
    layers: explanation.layers.filter(isSeen),
    emails: new Map([...explanation.emails].filter(([, email]) => visible.email(email))),
    // The doubts about a day hold totals of the organization.
    untrustedDays: explanation.untrustedDays.map(({ day, known }) => ({
      day,
      known: known && {
        ...known,
        doubts: known.doubts.map((doubt) => ({ ...doubt, detail: 'its figures are in doubt' })),
      },
    })),
  };
}
