// What a run that sets limits does, part by part: it collects, asks the guards and applies. Their order is in
// `enforce-budgets.ts`; how it ends is in `closing/close-run.ts`.
import { changesOf } from '../../caps/cap-plan.ts';
import { inputsHashOf } from '../../caps/plan-id.ts';
import { PlatformRefusedError, PlatformUnavailableError } from '../../kernel/runs/ports.ts';
import { enforceJob } from '../../kernel/runs/run-id.ts';
import type { Hold } from '../../kernel/runs/run.ts';
import { asOf, type Verdict } from '../../kernel/runs/use-cases/job.ts';
import type { ReadSkew } from '../../kernel/time/clock-skew.ts';
import { msPerDay } from '../../kernel/time/day.ts';
import { emailKey } from '../../roster/email.ts';
import { guardOrder, holdForMovedInputs, holdForRows } from '../guards.ts';
import { type PlatformReading, readPlatform, readSkew } from './collect/read-platform.ts';
import type { EnforcementWork } from './enforcement-work.ts';
import { endWaiting, findApproval, findLatestSent, judgePlan, keepHeldPlan, type GuardInput } from './guard-plan.ts';
import { markSending, noteApprovedSent, type SendPermit, isMerelyLate, partToSend } from './guard-sending.ts';
import { planAgain, withPlanId, type Planned, type RunCache } from './plan-run.ts';
import { sendOwed, sendPlan, type Sent } from './send-plan.ts';

/** What there is to say of reading the platform, or why it was not read. What was read is in the tables. */
export interface Reading extends PlatformReading {
  readonly hold?: Hold;
  readonly clock?: ReadSkew;
}

const nothingRead: Reading = { isDoubtful: false, problems: [] };

/** Reads the platform into the tables. Only the nightly run does; the others plan from the tables alone. */
export async function collect(work: EnforcementWork): Promise<Reading> {
  const { ports, order, run } = work;
  const { hold } = await ports.steps.run('order', async (): Promise<Pick<Reading, 'hold'>> => {
    const newer = guardOrder(run.at, await ports.runs.latestApplied(enforceJob), ports.clock.now());
    return newer === undefined ? {} : { hold: newer };
  });
  if (hold !== undefined) {
    return { ...nothingRead, hold };
  }
  const isNight = order.apply === undefined && order.kind === undefined;
  const reading = isNight ? await readOrSendOwed(work) : nothingRead;
  // Once something was read, its answers tell.
  return { ...reading, clock: await readSkew(work) };
}

/** Reads the platform. Where that fails, what strict pools need is sent all the same: it needs no new figures. */
async function readOrSendOwed(work: EnforcementWork): Promise<PlatformReading> {
  const { ports, settings, order, run } = work;
  try {
    return await readPlatform(ports, settings, run);
  } catch (error) {
    if (!order.dryRun && (error instanceof PlatformUnavailableError || error instanceof PlatformRefusedError)) {
      await sendOwed(work);
    }
    throw error;
  }
}

/**
 * The guards in order; `ofReading` held the run before it read anything. A dry run asks only the trust gate. What
 * strict pools need, edits for named users and released rows are not held.
 */
export async function guard(
  work: EnforcementWork,
  cache: RunCache,
  { hold: ofReading }: Reading,
): Promise<Verdict<SendPermit>> {
  const { ports, order, run } = work;
  if (ofReading !== undefined) {
    return ofReading.until === undefined || order.dryRun || order.apply?.only !== undefined
      ? { kind: 'held', hold: ofReading }
      : ports.steps.run('plan', async () => permitBesideMark(work, cache, ofReading));
  }
  return ports.steps.run('plan', async (): Promise<Verdict<SendPermit>> => {
    const collected = await cache.collected();
    const latestSent = await findLatestSent(ports.runs);
    const approval = await findApproval(ports.plans);
    if (order.apply?.only !== undefined) {
      return releaseRows(work, cache, { latestSent, ...approval, rows: order.apply.only });
    }
    if (collected.hold !== undefined) {
      // Nothing changes on figures in doubt; what does not rest on them goes on from those before.
      const isOwn = order.apply === undefined || isAppliedAsIs(order);
      const part = isOwn ? (isMerelyLate(collected, run.today) ? 'beside-hold' : 'rescue') : 'owed';
      const about = { latestSent, ...approval, part, isInDoubt: true } as const;
      const permit = order.dryRun ? {} : await permitBesideHold(work, cache, about);
      return { kind: 'held', hold: collected.hold, ...permit };
    }
    const planned = await cache.planned();
    const hold = order.dryRun ? undefined : holdOfPlan(work, { ...planned, ...collected, ...approval, latestSent });
    if (hold === undefined) {
      if (!order.dryRun && order.apply === undefined) {
        await endWaiting(ports);
      }
      return { kind: 'passed', permit: permitOf(planned, { latestSent, ...approval }) };
    }
    // Applying a plan means exactly that plan.
    const part = order.apply === undefined || isAppliedAsIs(order) ? 'beside-hold' : 'owed';
    const { permit } = await permitBesideHold(work, cache, { latestSent, ...approval, part });
    if (permit !== undefined) {
      return { kind: 'held', hold, permit };
    }
    const isKept = hold.guard === 'blast-radius';
    return { kind: 'held', hold: isKept ? await keepHeldPlan(ports, hold, { run, input: planned }) : hold };
  });
}

/** Marks that limits are being changed from now on, then changes them. */
export async function apply(work: EnforcementWork, cache: RunCache, permit: SendPermit): Promise<Sent> {
  const { ports, order, run } = work;
  const marked = await ports.steps.run('mark', async (): Promise<Pick<Sent, 'hold'>> => {
    const hold = await markSending(ports, { run, purpose: order, ...permit });
    return hold === undefined ? {} : { hold };
  });
  if (marked.hold !== undefined) {
    return { failed: new Map(), isLeaseLost: false, hold: marked.hold };
  }
  const sent = await sendPlan(work, cache, permit);
  const isRestKept =
    permit.part !== undefined && permit.isBesideMark !== true && (await cache.collected()).hold === undefined;
  if (isRestKept && !sent.isLeaseLost) {
    return { ...sent, ...(await ports.steps.run('rest', async () => keepRest(work, cache, permit))) };
  }
  if (order.apply?.isApproved === true && permit.part === undefined && !sent.isLeaseLost) {
    await ports.steps.run('approved', async () => noteApprovedSent(ports.plans, order.apply?.planId, asOf(work)));
  }
  if (sent.stopped === undefined && permit.part === undefined) {
    // Only now: what the guard let pass because something has ended is to pass again in the next run until it is sent.
    await ports.steps.run('sent', async () => ports.runs.markSent(enforceJob, run.at));
  }
  return sent;
}

/** The guards that know the plan, without any effect. Undefined when it may be sent. */
function holdOfPlan({ settings, order, run }: EnforcementWork, input: GuardInput): Hold | undefined {
  const { kind, apply } = order;
  if (apply?.planId !== undefined && apply.planId !== input.planId) {
    return holdForMovedInputs(apply.planId, input.planId);
  }
  return kind === 'window-start' || apply?.isApproved === true ? undefined : judgePlan(settings, run, input);
}

/** A command-line edit is applied at once, whatever the plan: where nothing is scheduled, nothing else follows it. */
function isAppliedAsIs({ apply, kind }: EnforcementWork['order']): boolean {
  return kind === undefined && apply !== undefined && apply.planId === undefined && apply.only === undefined;
}

/** Releases the named rows ahead of a held plan, all or none, as they would be made now. */
async function releaseRows(
  work: EnforcementWork,
  cache: RunCache,
  { rows, ...moments }: GuardMoments & { readonly rows: readonly string[] },
): Promise<Verdict<SendPermit>> {
  const { settings, order, run } = work;
  const [planned, collected] = [await cache.planned(), await cache.collected()];
  const hold = collected.hold ?? judgePlan(settings, run, { ...planned, ...collected, ...moments });
  const wanted = order.apply?.planId ?? planned.planId;
  const refused = (problem: string): Verdict<SendPermit> => ({ kind: 'held', hold: holdForRows(wanted, problem) });
  if (hold === undefined) {
    return refused('nothing waits any more; the next run sends what is left');
  }
  const changed = new Set(changesOf(planned.plan).map(({ email }) => emailKey(email)));
  const missing = rows.filter((email) => !changed.has(email));
  if (missing.length > 0) {
    return refused(`the present plan changes nothing for ${missing.join(', ')}`);
  }
  const permit = { ...permitOf(planned, moments), part: 'rows' as const };
  return partToSend(work, planned, permit).length === 0
    ? refused('nothing more is provably free for them while the rest waits')
    : { kind: 'held', hold, permit };
}

type GuardMoments = Pick<GuardInput, 'latestSent' | 'approvedAt'>;

function permitOf({ planId, planInputs }: Planned, { latestSent, approvedAt }: GuardMoments): SendPermit {
  return {
    planId,
    inputsHash: inputsHashOf(planInputs),
    latestSent,
    approvedAt,
  };
}

/** Empty where nothing of the plan is to be sent beside the hold: then nothing is marked as sent either. */
async function permitBesideHold(
  work: EnforcementWork,
  cache: RunCache,
  {
    latestSent,
    approvedAt,
    ...about
  }: GuardMoments & Pick<SendPermit, 'isBesideMark' | 'isInDoubt'> & Required<Pick<SendPermit, 'part'>>,
): Promise<{ readonly permit?: SendPermit }> {
  const planned = await cache.planned();
  const permit = { ...permitOf(planned, { latestSent, approvedAt }), ...about };
  return partToSend(work, planned, permit).length === 0 ? {} : { permit };
}

/**
 * What goes beside a mark that is ahead of the clock. It tells not when limits were sent last, so that what edits of the
 * last day give goes: no more than what is provably free.
 */
async function permitBesideMark(work: EnforcementWork, cache: RunCache, hold: Hold): Promise<Verdict<SendPermit>> {
  const { hold: ofFigures, through } = await cache.collected();
  const isLate = ofFigures === undefined || isMerelyLate({ through }, work.run.today);
  const latestSent = new Date(Date.parse(work.run.at) - msPerDay).toISOString();
  const about = {
    latestSent,
    part: isLate ? ('beside-hold' as const) : ('rescue' as const),
    isBesideMark: true as const,
  };
  return { kind: 'held', hold, ...(await permitBesideHold(work, cache, about)) };
}

/** Keeps what waits, once a part of the plan is sent: it is planned on the limits as they are then. */
export async function keepRest(
  { ports, settings, run }: EnforcementWork,
  cache: RunCache,
  { latestSent, approvedAt }: SendPermit,
): Promise<Pick<Sent, 'restHold'>> {
  const records = await cache.records();
  const rest = withPlanId(planAgain(await cache.planned(), [...records.values()]));
  const hold = judgePlan(settings, run, { ...rest, ...rest.planInputs, latestSent, approvedAt });
  return hold === undefined ? {} : { restHold: await keepHeldPlan(ports, hold, { run, input: rest }) };
}
