import { approvalAtMs, listEdits, showPlan } from '../../shared/application/enforcement/decide-held-plan.ts';
import {
  heldPlanDocument,
  heldPlanFacts,
  type PlanMoves,
} from '../../shared/application/queries/held-plan-document.ts';
import type { HeldPlanDocument, HeldPlansDocument } from '../../shared/contracts/documents/held-plan-document.ts';
import { planStatus, type HeldPlan, type PlanStatus } from '../../shared/domain/runs/held-plan.ts';
import { describeHeldPlan, describeHeldPlans } from './describe-held-plan.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';

export interface PlansOptions {
  readonly status?: PlanStatus;
  readonly limit: number;
}

/** `plans list`: plans that were held, the last one first. */
export async function listPlans(context: CommandContext, { status, limit }: PlansOptions): Promise<ExitCode> {
  const nowMs = context.io.now();
  const plans = await withInstallation(context, async (installation) => installation.plans.list());
  const chosen = plans.filter((plan) => status === undefined || planStatus(plan, nowMs) === status);
  const document = chosen.slice(0, limit).map((plan) => heldPlanFacts(plan, nowMs)) satisfies HeldPlansDocument;
  const rest = chosen.length - document.length;
  const which = status === undefined ? 'was held in the last month' : `is ${status}`;
  const text =
    document.length === 0
      ? `No plan ${which}.`
      : [
          describeHeldPlans(document, context.style),
          ...(rest > 0 ? [`and ${rest} more; --limit shows more`] : []),
          'See one with "curfew plans show PLAN".',
        ].join('\n');
  context.tell({ json: document, text });
  return exitCodes.done;
}

/** `plans show PLAN`: what a held plan would do, why it waits, and what moved since. */
export async function showHeldPlan(context: CommandContext, planId: string): Promise<ExitCode> {
  const nowMs = context.io.now();
  const document = await withInstallation(context, async (installation) => {
    const plan = await installation.plans.find(planId);
    if (plan === undefined) {
      throw new CommandError(`No plan ${planId} was held in the last month; see "plans list"`);
    }
    const moves =
      planStatus(plan, nowMs) === 'held'
        ? await movesSince(plan, nowMs, {
            shown: async (atMs) => showPlan(installation, installation.readSettings(), atMs),
            journal: installation.journal,
          })
        : undefined;
    return heldPlanDocument(plan, nowMs, moves) satisfies HeldPlanDocument;
  });
  context.tell({ json: document, text: describeHeldPlan(document, context.style) });
  return exitCodes.done;
}

const editsMax = 50;

async function movesSince(
  plan: HeldPlan,
  nowMs: number,
  from: {
    readonly shown: (atMs: number) => Promise<{ readonly planId: string }>;
    readonly journal: Parameters<Parameters<typeof withInstallation>[1]>[0]['journal'];
  },
): Promise<PlanMoves> {
  const { edits } = await listEdits(from, plan.heldAt, nowMs);
  const { planId } = await from.shown(approvalAtMs(plan, nowMs));
  return { planId, edits: edits.slice(0, editsMax) };
}
