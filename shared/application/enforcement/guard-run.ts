import { changesOf } from '../../domain/caps/cap-plan.ts';
import { inputsHashOf } from '../../domain/caps/plan-id.ts';
import { emailKey } from '../../domain/roster/email.ts';
import { holdForRows } from '../../domain/plans/guards.ts';
import type { Hold } from '../../domain/runs/run.ts';
import { addDays, type Day } from '../../domain/time/day.ts';
import type { Verdict } from '../runs/job.ts';
import type { Collected } from './collect/collect-tables.ts';
import type { EnforcementWork } from './enforcement-work.ts';
import { endWaiting, findLatestSent, judgePlan, keepHeldPlan } from './guard-plan.ts';
import { holdBeforeSending, type SendPermit } from './guard-sending.ts';
import { planAgain, withPlanId, type Planned, type RunCache } from './plan-run.ts';
import { partToSend, type Sent } from './send-plan.ts';

/**
 * The guards, in their order; `ofReading` is what held the run before it has read anything. A dry run asks only the trust
 * gate. What strict pools need, what edits give to the users they name, and rows that somebody released go beside a hold.
 */
export async function guardRun(
  work: EnforcementWork,
  cache: RunCache,
  ofReading: Hold | undefined,
): Promise<Verdict<SendPermit>> {
  const { ports, settings, order, run } = work;
  if (ofReading !== undefined) {
    return { kind: 'held', hold: ofReading };
  }
  return ports.steps.run('plan', async (): Promise<Verdict<SendPermit>> => {
    const collected = await cache.collected();
    const latestSent = await findLatestSent(ports.runs);
    if (order.apply?.only !== undefined) {
      return releaseRows(work, cache, { latestSent, rows: order.apply.only });
    }
    if (collected.hold !== undefined) {
      // A night changes nothing on figures in doubt; what an edit asks for rests on those before.
      const isEdit = (order.kind === 'edit' || isAppliedAsIs(order)) && !order.dryRun;
      const part = isMerelyLate(collected, run.today) ? 'beside-hold' : 'rescue';
      const permit = isEdit ? await permitBesideHold(work, cache, { latestSent, part }) : {};
      return { kind: 'held', hold: collected.hold, ...permit };
    }
    const planned = await cache.planned();
    const hold = order.dryRun
      ? undefined
      : holdBeforeSending(settings, { run, purpose: order, planned, rules: collected, latestSent });
    if (hold === undefined) {
      if (!order.dryRun && order.apply === undefined) {
        await endWaiting(ports);
      }
      return { kind: 'passed', permit: permitOf(planned, latestSent) };
    }
    // Somebody who applies a plan wants that plan, and no other.
    const { permit } =
      order.apply === undefined || isAppliedAsIs(order)
        ? await permitBesideHold(work, cache, { latestSent, part: 'beside-hold' })
        : {};
    if (permit !== undefined) {
      return { kind: 'held', hold, permit };
    }
    const isKept = hold.guard === 'blast-radius';
    return { kind: 'held', hold: isKept ? await keepHeldPlan(ports, hold, { run, input: planned }) : hold };
  });
}

/** Somebody has what edits ask for done now, whatever plan that is: where nothing runs, nothing else follows an edit. */
function isAppliedAsIs({ apply, kind }: EnforcementWork['order']): boolean {
  return kind === undefined && apply !== undefined && apply.planId === undefined && apply.only === undefined;
}

/** Rows of a held plan go ahead of it as it would be made now, all of those named or none. */
async function releaseRows(
  work: EnforcementWork,
  cache: RunCache,
  { latestSent, rows }: { readonly latestSent: string | undefined; readonly rows: readonly string[] },
): Promise<Verdict<SendPermit>> {
  const { settings, order, run } = work;
  const [planned, collected] = [await cache.planned(), await cache.collected()];
  const hold = collected.hold ?? judgePlan(settings, run, { ...planned, ...collected, latestSent });
  const wanted = order.apply?.planId ?? planned.planId;
  const refused = (problem: string): Verdict<SendPermit> => ({ kind: 'held', hold: holdForRows(wanted, problem) });
  if (hold === undefined) {
    return refused('nothing waits any more; the next run sends what is left');
  }
  const changed = new Set(changesOf(planned.plan).map(({ email }) => emailKey(email)));
  const missing = rows.filter((email) => !changed.has(email));
  if (missing.length > 0) {
    return refused(`the plan of now changes nothing for ${missing.join(', ')}`);
  }
  const permit = { ...permitOf(planned, latestSent), part: 'rows' as const };
  return partToSend(work, planned, permit).length === 0
    ? refused('nothing more is provably free for them while the rest waits')
    : { kind: 'held', hold, permit };
}

/**
 * Only the figures of yesterday are missing. Where an earlier day is in doubt again, limits that were in force since look
 * as if they allowed more than they did, and nothing is lowered for that.
 */
function isMerelyLate({ through }: Pick<Collected, 'through'>, today: Day): boolean {
  return through !== undefined && through >= addDays(today, -2);
}

function permitOf({ planId, planInputs }: Planned, latestSent: string | undefined): SendPermit {
  return { planId, inputsHash: inputsHashOf(planInputs), ...(latestSent !== undefined && { latestSent }) };
}

/** Empty where nothing of the plan is to be sent beside the hold: then nothing is marked as sent either. */
async function permitBesideHold(
  work: EnforcementWork,
  cache: RunCache,
  { latestSent, part }: { readonly latestSent: string | undefined; readonly part: NonNullable<SendPermit['part']> },
): Promise<{ readonly permit?: SendPermit }> {
  const planned = await cache.planned();
  const permit = { ...permitOf(planned, latestSent), part };
  return partToSend(work, planned, permit).length === 0 ? {} : { permit };
}

/** Keeps what waits, once a part of the plan is sent: it is planned on the limits as they are then. */
export async function keepRest(
  { ports, settings, run }: EnforcementWork,
  cache: RunCache,
  { latestSent }: SendPermit,
): Promise<Pick<Sent, 'restHold'>> {
  const records = await cache.records();
  const rest = withPlanId(planAgain(await cache.planned(), [...records.values()]));
  const hold = judgePlan(settings, run, { ...rest, ...rest.planInputs, latestSent });
  return hold === undefined ? {} : { restHold: await keepHeldPlan(ports, hold, { run, input: rest }) };
}
