import { describeChanges, tightestFirst } from '../../shared/terminal/describe-plan.ts';
import { planDocument } from '../../shared/application/queries/run-documents.ts';
import type { PlanDocument } from '../../shared/contracts/documents/run-documents.ts';
import { showPlan } from '../../shared/application/enforcement/decide-held-plan.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { momentOf, type AsOfOptions } from '../frame/moment.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { describeHold } from './describe-hold.ts';

const rowsMax = 50;

/** `plan`: what would change and why, from the tables alone; and whether a guard would hold it, which is its exit code. */
export async function showPlanNow(context: CommandContext, said: AsOfOptions): Promise<ExitCode> {
  const atMs = momentOf(context, said);
  const shown = await withInstallation(context, async (installation) =>
    showPlan(installation, installation.readSettings(), atMs),
  );
  const { planId, changes, dataThrough, held, besideHold } = shown;
  const table =
    changes.length === 0 ? 'No cap would change.' : describeChanges(tightestFirst(changes), rowsMax, context.style);
  const words = [
    `Plan ${planId}, on figures through ${dataThrough ?? 'no day yet'}:`,
    table,
    ...(held === undefined ? [] : [describeHold(held)]),
    ...(besideHold.length === 0
      ? []
      : [
          'Sent all the same, for strict pools and for users whom edits name:',
          describeChanges(besideHold, rowsMax, context.style),
        ]),
  ];
  context.tell({
    json: planDocument(shown) satisfies PlanDocument,
    text: words.join('\n'),
  });
  return held === undefined ? exitCodes.done : exitCodes.held;
}
