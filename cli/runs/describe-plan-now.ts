import { describeChanges, tightestFirst } from '../../local/texts/describe-plan.ts';
import type { PlanDocument, PlannedChangeDocument } from '../../shared/kernel/runs/contract/run-documents.ts';
import { dayText } from '../../shared/kernel/time/day.ts';
import type { Style } from '../../shared/terminal/style.ts';
import type { Shows } from '../frame/connection/show-answer.ts';
import { exitCodes } from '../frame/exit-codes.ts';
import { describeHold } from './describe-hold.ts';

const rowsMax = 50;

/** What would change and why, and whether a guard would hold it. */
export function describePlanNow(plan: PlanDocument, style: Style): string {
  const { plan: planId, changes, dataThrough, held, besideHold } = plan;
  const title = `Plan ${planId}, on figures through ${dataThrough === null ? 'no day yet' : dayText(dataThrough)}:`;
  if (held?.guard === 'trust-gate') {
    return [describeHold(held), title, ...describeInDoubt(plan, style)].join('\n');
  }
  return [
    title,
    changes.length === 0 ? 'No cap would change.' : describeChanges(tightestFirst(changes), rowsMax, style),
    ...(held === null ? [] : [describeHold(held)]),
    ...(besideHold.length === 0
      ? []
      : [
          'Sent all the same, for strict pools and for users whom edits name:',
          describeChanges(besideHold, rowsMax, style),
        ]),
  ].join('\n');
}

/** How \`plan\` shows its document; \`--json\` has no headroom. */
export const showsPlan: Shows<PlanDocument> = {
  text: describePlanNow,
  as: (plan) => ({
    ...plan,
    changes: plan.changes.map(withoutHeadroom),
    besideHold: plan.besideHold.map(withoutHeadroom),
  }),
  ends: ({ held }) => (held === null ? exitCodes.done : exitCodes.held),
};

function withoutHeadroom({ headroom: _headroom, ...change }: PlannedChangeDocument) {
  return change;
}

/** What goes on from the figures before those that are missing or in doubt, and what waits for them. */
function describeInDoubt({ changes, besideHold }: PlanDocument, style: Style): readonly string[] {
  const sent = new Set(besideHold.map(({ email }) => email));
  const waiting = changes.filter(({ email }) => !sent.has(email));
  return [
    ...(besideHold.length === 0
      ? ['Nothing is sent before the figures are known.']
      : [
          'Sent all the same, since it does not rest on the missing figures:',
          describeChanges(tightestFirst(besideHold), rowsMax, style),
        ]),
    ...(waiting.length === 0
      ? []
      : [
          'Waits for the figures, by which it is planned again:',
          describeChanges(tightestFirst(waiting), rowsMax, style),
        ]),
  ];
}
