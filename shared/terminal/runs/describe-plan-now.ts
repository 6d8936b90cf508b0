import type { ShownPlan } from '../../application/enforcement/decide-held-plan.ts';
import type { Style } from '../style.ts';
import { describeHold } from './describe-hold.ts';
import { describeChanges, tightestFirst } from './describe-plan.ts';

const rowsMax = 50;

/** What would change and why, and whether a guard would hold it. */
export function describePlanNow({ planId, changes, dataThrough, held, besideHold }: ShownPlan, style: Style): string {
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
