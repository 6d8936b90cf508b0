import type { ShownPlan } from '../../enforcement/use-cases/decide-held-plan.ts';
import type { Hold } from '../../kernel/runs/run.ts';
import type { Style } from '../style.ts';
import { describeHold } from './describe-hold.ts';
import { describeChanges, tightestFirst } from './describe-plan.ts';

const rowsMax = 50;

/** What would change and why, and whether a guard would hold it. */
export function describePlanNow({ planId, changes, dataThrough, held, besideHold }: ShownPlan, style: Style): string {
  if (held?.guard === 'trust-gate') {
    return describeInDoubt({ planId, changes, dataThrough, held, besideHold }, style);
  }
  return [
    `Plan ${planId}, on figures through ${dataThrough ?? 'no day yet'}:`,
    changes.length === 0 ? 'No cap would change.' : describeChanges(tightestFirst(changes), rowsMax, style),
    ...(held === undefined ? [] : [describeHold(held)]),
    ...(besideHold.length === 0
      ? []
      : [
          'Sent all the same, for strict pools and for users whom edits name:',
          describeChanges(besideHold, rowsMax, style),
        ]),
  ].join('\n');
}

/** What goes on from the figures before those that are missing or in doubt, and what waits for them. */
function describeInDoubt(
  {
    planId,
    changes,
    dataThrough,
    held,
    besideHold,
  }: Omit<ShownPlan, 'held' | 'plan' | 'warnings'> & { readonly held: Hold },
  style: Style,
): string {
  const sent = new Set(besideHold.map(({ userId }) => userId));
  const waiting = changes.filter(({ userId }) => !sent.has(userId));
  return [
    describeHold(held),
    `Plan ${planId}, on figures through ${dataThrough ?? 'no day yet'}:`,
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
  ].join('\n');
}
