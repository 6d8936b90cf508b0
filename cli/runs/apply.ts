import { describeRun } from '../../shared/terminal/describe-run.ts';
import { enforcementDocument } from '../../shared/application/queries/run-documents.ts';
import type { EnforcementDocument, RejectionDocument } from '../../shared/contracts/documents/run-documents.ts';
import { approvalAtMs, findDecidable, rejectPlan } from '../../shared/application/enforcement/decide-held-plan.ts';
import type { Author } from '../../shared/application/edits/ports.ts';
import type { EnforcementRun } from '../../shared/application/enforcement/enforce-budgets.ts';
import { releasedMax } from '../../shared/contracts/enforce-request.ts';
import { emailKey } from '../../shared/domain/roster/email.ts';
import type { PlanOrder } from '../../shared/domain/runs/run-purpose.ts';
import { applySuffix, enforceJob, runIdOf } from '../../shared/domain/runs/run-id.ts';
import type { HeldPlan } from '../../shared/domain/runs/held-plan.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
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

/**
 * `approve PLAN`: does a held plan, or refuses when what it was made from has changed. With `only`, releases the rows of
 * these users, as the plan would be made now; the rest waits on.
 */
export async function approvePlan(
  context: CommandContext,
  planId: string,
  only: readonly string[] = [],
): Promise<ExitCode> {
  const nowMs = context.io.now();
  const author = authorOf(context);
  const rows = only.map(emailOf);
  const plan = await heldPlanOf(context, planId, { nowMs, isReplacedToo: rows.length > 0 });
  if (rows.length > 0) {
    return releaseRows(context, plan, { rows: [...new Set(rows)], author, nowMs });
  }
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

function emailOf(text: string): string {
  if (!text.includes('@')) {
    throw wrongUsage(`--only "${text}" is no email; name users as they stand in "curfew plans show PLAN"`);
  }
  return emailKey(text);
}

/** What is sent, and what of it is not covered yet, is said row by row. */
async function releaseRows(
  context: CommandContext,
  plan: HeldPlan,
  { rows, author, nowMs }: { readonly rows: readonly string[]; readonly author: Author; readonly nowMs: number },
): Promise<ExitCode> {
  if (rows.length > releasedMax) {
    throw wrongUsage(`--only names ${rows.length} users; at most ${releasedMax} rows are released at once`);
  }
  const apply = { planId: plan.planId, actor: author.name, isApproved: true, only: rows };
  const run = await runApply(context, approvalAtMs(plan, nowMs), apply);
  const { capsChanged, held } = run.outcome;
  const isReleased = capsChanged > 0;
  if (isReleased) {
    await withInstallation(context, async ({ plans }) => {
      const released = { emails: rows, by: author.name, at: author.at };
      const now = (await plans.find(plan.planId)) ?? plan;
      await plans.put({ ...now, released: [...(now.released ?? []), released] });
    });
  }
  const waits = held?.plan === undefined ? '' : ` The rest waits on as plan ${held.plan}.`;
  const open = capsChanged < rows.length ? ' For the others nothing more is provably free while the rest waits.' : '';
  context.tell({
    json: enforcementDocument(run, { dryRun: false }) satisfies EnforcementDocument,
    text: isReleased ? `${capsChanged} of ${rows.length} limits set.${open}${waits}` : describeRun(run, context.style),
  });
  return isReleased ? (open === '' ? exitCodes.done : exitCodes.someRowsFailed) : exitCodeOf[run.outcome.status];
}

/** `reject PLAN`: says that a held plan must not be done. */
export async function rejectHeldPlan(context: CommandContext, planId: string): Promise<ExitCode> {
  const plan = await heldPlanOf(context, planId, { nowMs: context.io.now() });
  await withInstallation(context, async (installation) => rejectPlan(installation, plan, authorOf(context)));
  const document = { plan: planId, decision: 'rejected' } satisfies RejectionDocument;
  context.tell({ json: document, text: `Plan ${planId} is rejected; nothing was sent.` });
  return exitCodes.done;
}

async function heldPlanOf(
  context: CommandContext,
  planId: string,
  { nowMs, isReplacedToo = false }: { readonly nowMs: number; readonly isReplacedToo?: boolean },
): Promise<HeldPlan> {
  const found = await withInstallation(context, async ({ plans }) => findDecidable(plans, planId, nowMs));
  if (found.kind === 'open' || (found.kind === 'replaced' && isReplacedToo)) {
    return found.plan;
  }
  throw new CommandError(found.problem, found.kind === 'unknown' ? exitCodes.failed : exitCodes.held);
}

async function applyAsOf(context: CommandContext, atMs: number, apply: PlanOrder): Promise<ExitCode> {
  const run = await runApply(context, atMs, apply);
  context.tell({
    json: enforcementDocument(run, { dryRun: false }) satisfies EnforcementDocument,
    text: describeRun(run, context.style),
  });
  return exitCodeOf[run.outcome.status];
}

async function runApply(context: CommandContext, atMs: number, apply: PlanOrder): Promise<EnforcementRun> {
  const order = { runId: runIdOf(enforceJob, atMs, `${applySuffix}-${ownWord()}`), atMs, dryRun: false, apply };
  return withRuns(context, order, async (runs) => runs.enforce(order));
}
