import { describeRun } from '../../shared/terminal/describe-run.ts';
import { enforcementDocument } from '../../shared/application/queries/run-documents.ts';
import type { EnforcementDocument, RejectionDocument } from '../../shared/contracts/documents/run-documents.ts';
import { approvalAtMs, findDecidable, rejectPlan } from '../../shared/application/enforcement/decide-held-plan.ts';
import type { PlanOrder } from '../../shared/domain/runs/run-purpose.ts';
import { applySuffix, enforceJob, runIdOf } from '../../shared/domain/runs/run-id.ts';
import type { HeldPlan } from '../../shared/domain/runs/held-plan.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { exitCodeOf, ownWord, withRuns } from './run-by-hand.ts';
import { momentOf, type AsOfOptions } from '../frame/moment.ts';

/** `apply [PLAN]`: does exactly that plan, or refuses when what it was made from has changed. */
export async function applyPlan(
  context: CommandContext,
  planId: string | undefined,
  said: AsOfOptions,
): Promise<ExitCode> {
  const atMs = momentOf(context, said);
  const actor = authorOf(context).name;
  return applyAsOf(context, atMs, { actor, isApproved: false, ...(planId !== undefined && { planId }) });
}

/** `approve PLAN`: does a held plan, or refuses when what it was made from has changed. */
export async function approvePlan(context: CommandContext, planId: string): Promise<ExitCode> {
  const nowMs = context.io.now();
  const author = authorOf(context);
  const plan = await heldPlanOf(context, planId, nowMs);
  const exitCode = await applyAsOf(context, approvalAtMs(plan, nowMs), {
    planId,
    actor: author.name,
    isApproved: true,
  });
  if (exitCode !== exitCodes.held) {
    const decision = { kind: 'approved', by: author.name, at: author.at } as const;
    await withInstallation(context, async ({ plans }) => plans.put({ ...plan, decision }));
  }
  return exitCode;
}

/** `reject PLAN`: says that a held plan must not be done. */
export async function rejectHeldPlan(context: CommandContext, planId: string): Promise<ExitCode> {
  const plan = await heldPlanOf(context, planId, context.io.now());
  await withInstallation(context, async (installation) => rejectPlan(installation, plan, authorOf(context)));
  const document = { plan: planId, decision: 'rejected' } satisfies RejectionDocument;
  context.tell({ json: document, text: `Plan ${planId} is rejected; nothing was sent.` });
  return exitCodes.done;
}

async function heldPlanOf(context: CommandContext, planId: string, nowMs: number): Promise<HeldPlan> {
  const found = await withInstallation(context, async ({ plans }) => findDecidable(plans, planId, nowMs));
  if (found.kind === 'open') {
    return found.plan;
  }
  throw new CommandError(found.problem, found.kind === 'closed' ? exitCodes.held : exitCodes.failed);
}

async function applyAsOf(context: CommandContext, atMs: number, apply: PlanOrder): Promise<ExitCode> {
  const order = { runId: runIdOf(enforceJob, atMs, `${applySuffix}-${ownWord()}`), atMs, dryRun: false, apply };
  const run = await withRuns(context, order, async (runs) => runs.enforce(order));
  context.tell({
    json: enforcementDocument(run, { dryRun: false }) satisfies EnforcementDocument,
    text: describeRun(run, context.style),
  });
  return exitCodeOf[run.outcome.status];
}
