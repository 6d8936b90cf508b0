import { describeFloor } from '../../../caps/floor.ts';
import { suspectDaysToReport } from '../../../kernel/runs/notice.ts';
import { enforcementOutcome, heldInPart, heldOutcome, outcomeOf } from '../../../kernel/runs/outcome.ts';
import type { RunOutcome, RunContext } from '../../../kernel/runs/run.ts';
import type { JobEnd, WorkEnd } from '../../../kernel/runs/use-cases/job.ts';
import { describeClockSkew } from '../../../kernel/time/clock-skew.ts';
import type { RowOutcome } from '../../../limits/limit-record.ts';
import { deliveryMoment } from '../../../notifications/delivery.ts';
import type { MailDraft } from '../../../notifications/ports.ts';
import { routeTo } from '../../../notifications/routing.ts';
import { describeUnheard, unheardConditions } from '../../../notifications/unheard.ts';
import { draftMails, writeMails } from '../../../notifications/use-cases/due-mails.ts';
import { readRouting, type KnownRouting } from '../../../notifications/use-cases/read-routing.ts';
import { describeWithheld } from '../../../permits/describe-verdict.ts';
import { emailKey } from '../../../roster/email.ts';
import type { Reading } from '../enforcement-parts.ts';
import type { EnforcementSettings } from '../enforcement-settings.ts';
import type { EnforcementWork } from '../enforcement-work.ts';
import type { RunCache } from '../plan-run.ts';
import type { Sent } from '../send-plan.ts';
import { observeAlerts, raiseAlerts, type AlertsSeen } from './raise-alerts.ts';
import { summariesOf, unheardOutcome, type ClosePorts, type EnforcementResult } from './report-run.ts';

type End = JobEnd<Reading, RunCache, Sent>;
type OwnEnd = WorkEnd<Reading, RunCache, Sent>;

/** How a run ended, as of a moment in Unix milliseconds. */
interface Ended {
  readonly end: End;
  readonly outcome: RunOutcome;
  readonly nowMs: number;
}

/** What a run came to, after whatever end. */
export async function outcome(runId: string, { collected: reading, plan: cache, ...end }: OwnEnd): Promise<RunOutcome> {
  if (end.kind === 'held' && end.applied === undefined) {
    // A run that is older than what was applied has not looked at the figures.
    return heldOutcome(end.hold, reading.hold === undefined ? (await cache.figures()).through : undefined);
  }
  const figures = await cache.figures();
  const plan = await cache.plan();
  const nothingSent: Sent = { failed: new Map(), isLeaseLost: false };
  const {
    failed,
    withheld = [],
    isMoved = false,
    ...sent
  } = end.kind === 'planned' ? nothingSent : (end.applied ?? nothingSent);
  const done = outcomeOf({
    runId,
    dataThrough: figures.through,
    applied: { ...sent, records: await cache.records(), outcomes: failed },
    problems: [
      ...reading.problems,
      ...(reading.clock?.clockOffMs === undefined ? [] : [describeClockSkew(reading.clock.clockOffMs)]),
      ...figures.problems,
      ...(withheld.length === 0 ? [] : [describeWithheld(withheld)]),
      ...(isMoved || end.kind === 'held' ? [] : describeFloor(plan)),
    ],
    isDoubtful: reading.isDoubtful,
  });
  return end.kind === 'held' ? heldInPart(end.hold, done) : done;
}

/** Composes the mails of a run. */
export async function compose({ ports, settings, run }: EnforcementWork, { end, nowMs, ...ended }: Ended) {
  const result = await resultOf(end, ended.outcome);
  const { drafts, problem } = await composeRunMails(ports, settings, { context: run, result, nowMs });
  return { count: drafts.length, problem, write: async () => writeMails(ports, drafts) };
}

async function resultOf(end: End, ended: RunOutcome): Promise<EnforcementResult> {
  const result = { outcome: enforcementOutcome(ended), outcomes: new Map<string, RowOutcome>() };
  if (end.kind === 'cut-short' || end.collected.hold !== undefined) {
    return { ...result, days: [] };
  }
  const { days, usage } = await end.plan.figures();
  const isPlanned = end.kind === 'held' ? end.hold.guard !== 'trust-gate' : true;
  const isMoved = end.kind === 'applied' && end.applied.isMoved === true;
  return {
    ...result,
    days,
    usage,
    ...(end.kind !== 'planned' && end.applied !== undefined && { outcomes: end.applied.failed }),
    ...(isPlanned && !isMoved && { plan: await end.plan.plan() }),
  };
}

/** Raises alerts. What they were observed on is dropped before anything is made of them. */
export async function observe(work: EnforcementWork, end: OwnEnd): Promise<void> {
  const seen = await lookAt(work, end);
  end.plan.endObserving();
  if (seen !== undefined) {
    await raiseAlerts(work.ports, work.run, seen);
  }
}

async function lookAt({ ports, settings, order, run }: EnforcementWork, end: OwnEnd): Promise<AlertsSeen | undefined> {
  const cache = end.plan;
  const { clock } = end.collected;
  const isByHand = order.kind === 'edit' || order.apply !== undefined;
  if (end.kind === 'held') {
    const { hold } = end;
    if (hold.guard !== 'trust-gate' && hold.guard !== 'blast-radius') {
      return undefined;
    }
    // No alert about use: its recipient would read of a stop by a cap that is not set.
    const collected = await cache.collected();
    const isWorthNotifying = hold.guard === 'blast-radius' || suspectDaysToReport(collected.days, run.at).length > 0;
    const caps = { kind: 'held', hold, isWorthNotifying } as const;
    // What was sent beside the hold, or was used up meanwhile, stops people all the same.
    const isPlanned = hold.guard === 'blast-radius' || end.applied !== undefined;
    const limits = isPlanned ? await limitsOf(cache) : { records: await ports.limits.list() };
    return observeAlerts(ports, run, { collected, caps, ...limits, isByHand, settings, clock });
  }
  if (end.kind === 'planned' || end.applied.isMoved === true || order.kind === 'window-start') {
    // The nightly run of the same day raises the alerts of a window start, with the day's figures.
    return undefined;
  }
  const limits = await limitsOf(cache);
  const caps = { kind: 'decided', uncappable: limits.decided.plan.uncappable } as const;
  const collected = await cache.collected();
  return observeAlerts(ports, run, { collected, caps, ...limits, isByHand, settings, clock });
}

async function limitsOf(cache: RunCache) {
  const { plan, planInputs } = await cache.planned();
  const records = [...(await cache.records()).values()];
  return { records, decided: { plan, use: planInputs.pools.use, limits: planInputs.limits } };
}

/** The mails of a run, and serious outcomes that no recipient would get. */
interface RunMails {
  readonly drafts: readonly MailDraft[];
  readonly problem?: string | undefined;
}

/** The mails of a run, one a recipient. `nowMs`: Unix milliseconds as of which it is decided what is due. */
export async function composeRunMails(
  ports: ClosePorts,
  settings: EnforcementSettings,
  ended: { readonly context: RunContext; readonly result: EnforcementResult; readonly nowMs: number },
): Promise<RunMails> {
  const { context, result, nowMs } = ended;
  const routing = await readRouting(ports.recipients, settings);
  const recipients = await recipientsOf(ports, settings, routing);
  const conditions = await ports.alerts.read('limits', []);
  const { plan: planId } = result.outcome.held ?? {};
  const heldPlan = planId === undefined ? undefined : await ports.plans.find(planId);
  const report = { ...result, recipients, conditions, heldPlan };
  const summaries = await summariesOf(ports, context, report);
  const delivery = deliveryMoment(settings.alerts, nowMs);
  const drafts = await draftMails(ports, context, { leases: ['limits'], delivery, summaries }, async () =>
    routeTo([], routing),
  );
  const open = unheardConditions(conditions, routing, context.at);
  return { drafts, problem: describeUnheard([...unheardOutcome(context, report), ...open], routing) };
}

/** Recipients of the run's mail: admins and owners of organization-wide budgets, or their substitutes. */
async function recipientsOf(
  ports: ClosePorts,
  settings: EnforcementSettings,
  routing: KnownRouting,
): Promise<readonly string[]> {
  const { budgets } = await ports.budgets.list();
  const owners = budgets.filter((budget) => budget.scope.kind === 'org').flatMap((budget) => budget.owners);
  return routeTo([...settings.admins, ...owners], routing).map(emailKey);
}
