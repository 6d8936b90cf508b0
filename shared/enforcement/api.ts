import { authorOf, type Operations, type OperationWork } from '../kernel/api/operation.ts';
import { Problem } from '../kernel/api/problem.ts';
import { startApplying } from '../kernel/api/start-run.ts';
import { shownValue } from '../kernel/records/contract/fields/quoted-value.ts';
import { planDocument } from '../kernel/runs/use-cases/run-documents.ts';
import { emailKey, isEmail } from '../roster/email.ts';
import { plansContract } from './contract.ts';
import { planStatus, type HeldPlan } from './held-plan.ts';
import {
  approvalAtMs,
  decideApprover,
  findDecidable,
  listEdits,
  rejectPlan,
  showPlan,
} from './use-cases/decide-held-plan.ts';
import { heldPlanDocument, heldPlanFacts, type PlanMoves } from './use-cases/held-plan-document.ts';

const plansUsual = 1_000;
const editsMax = 50;
const warningsMax = 50;

const operations: Operations<typeof plansContract> = {
  async showPlan({ installation, nowMs }, { at = nowMs }) {
    return { document: planDocument(await showPlan(installation, installation.readSettings(), at)) };
  },

  async listPlans({ installation, nowMs }, { status, newest = plansUsual }) {
    const plans = await installation.plans.list();
    const chosen = plans.filter((plan) => status === undefined || planStatus(plan, nowMs) === status);
    const rows = chosen.slice(0, newest).map((plan) => heldPlanFacts(plan, nowMs));
    return { document: { rows, next: null, more: chosen.length - rows.length } };
  },

  async showHeldPlan(work, { plan: planId }) {
    const plan = await work.installation.plans.find(planId);
    if (plan === undefined) {
      throw new Problem(
        'not-found',
        `No plan ${shownValue(planId)} was held in the last month; see "npx curfew plans list"`,
      );
    }
    const moves = planStatus(plan, work.nowMs) === 'held' ? await movesSince(work, plan) : undefined;
    return { document: heldPlanDocument(plan, work.nowMs, moves) };
  },

  async applyPlan(work, { body: { plan: planId, at = work.nowMs, start } }) {
    const apply = { actor: authorOf(work).name, isApproved: false, planId };
    return startApplying(work, apply, { atMs: at, isLeft: start === false });
  },

  async approvePlan(work, { plan: planId, body: { only, at, start } }) {
    const rows = only === undefined ? undefined : [...new Set(only.map(emailIn))];
    const plan = await decidable(work, planId, { isReplacedToo: rows !== undefined });
    const { installation, caller, nowMs } = work;
    const access = await decideApprover(installation, { caller, rules: installation.readSettings() }, nowMs);
    if (access.kind === 'refused') {
      throw new Problem('not-allowed', access.reason);
    }
    const apply = { planId, actor: authorOf(work).name, isApproved: true, only: rows };
    const atMs = approvalMoment(plan, { at, nowMs });
    return startApplying(work, apply, { atMs, isLeft: start === false });
  },

  async rejectPlan(work, { plan: planId }) {
    await rejectPlan(work.installation, await decidable(work, planId, {}), authorOf(work));
    return { document: { plan: planId, decision: 'rejected' } };
  },
};

/** What would be done, and what waits for somebody to decide it. */
export const plans = { contract: plansContract, operations };

async function movesSince({ installation, nowMs }: OperationWork, plan: HeldPlan): Promise<PlanMoves> {
  const { edits } = await listEdits(installation, plan.heldAt, nowMs);
  const { planId, warnings } = await showPlan(installation, installation.readSettings(), approvalAtMs(plan, nowMs));
  return { planId, edits: edits.slice(0, editsMax), warnings: warnings.slice(0, warningsMax) };
}

/** The held plan of an id that may still be decided. */
async function decidable(
  { installation, nowMs }: OperationWork,
  planId: string,
  { isReplacedToo = false }: { readonly isReplacedToo?: boolean },
): Promise<HeldPlan> {
  const found = await findDecidable(installation.plans, planId, nowMs);
  if (found.kind === 'open' || (found.kind === 'replaced' && isReplacedToo)) {
    return found.plan;
  }
  throw new Problem(found.kind === 'unknown' ? 'not-found' : 'held', found.problem);
}

function emailIn(text: string): string {
  if (!isEmail(emailKey(text))) {
    const problem = `"${shownValue(text)}" is no email; name users as they stand in "npx curfew plans show PLAN"`;
    throw new Problem('invalid-input', `--only ${problem}`, { fields: [{ field: 'body.only', problem }] });
  }
  return emailKey(text);
}

/** A plan is applied within the time for which it waits, whenever that was begun to be counted. */
function approvalMoment(
  plan: HeldPlan,
  { at, nowMs }: { readonly at: number | undefined; readonly nowMs: number },
): number {
  const usual = approvalAtMs(plan, nowMs);
  if (at !== undefined && (at < Date.parse(plan.at) || at > usual)) {
    const problem = `is not between the moment of the plan (${plan.at}) and now`;
    throw new Problem('invalid-input', `at ${problem}`, { fields: [{ field: 'body.at', problem }] });
  }
  return at ?? usual;
}
