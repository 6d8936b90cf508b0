import type { CapDecision, SetCap } from '../../caps/cap.ts';
import type { RunContext } from '../../kernel/runs/use-cases/run-context.ts';
import { addDays, type Day } from '../../kernel/time/day.ts';
import { emailKey } from '../../roster/email.ts';
import { namedSince } from '../named-users.ts';
import { owedChanges, withOwed } from '../owed-changes.ts';
import { partOf, rowsFor, type PlanPart } from '../plan-parts.ts';
import { settledChanges } from '../settled-changes.ts';
import type { Collected } from './collect/collect-tables.ts';
import type { EnforcementSettings } from './enforcement-settings.ts';
import type { EnforcementWork } from './enforcement-work.ts';
import { excessesIn, type GuardInput } from './guard-plan.ts';
import type { SendPermit } from './guard-sending.ts';
import type { Planned } from './plan-run.ts';

type Moment = Pick<RunContext, 'at' | 'today'>;

/**
 * What is sent of a plan that a guard holds: what strict pools need, and what edits since the last caps give to the
 * users they name. The latter is judged by its own reach: too much of it waits with the rest.
 */
export function partBesideHold(settings: EnforcementSettings, run: Moment, input: GuardInput): PlanPart {
  return partFor(settings, run, { ...input, named: namedSince(input.planInputs, input.latestSent ?? run.at) });
}

/** That, and what is sent while figures are missing or in doubt. */
interface PartInDoubt extends PlanPart {
  readonly lowers: readonly SetCap[];
}

/**
 * What is sent while figures are missing or in doubt, of a plan that is made on those before: beside what never waits,
 * what follows from budgets as they are now and rests on no figure that is missing. Raises and lowerings are each judged
 * by their own reach: too much of them waits for the figures, and then for approval.
 */
function partInDoubt(settings: EnforcementSettings, run: Moment, input: GuardInput): PartInDoubt {
  const { lowers: settled, raisedIds } = settledChanges(input);
  const named = partBesideHold(settings, run, input);
  const more = raisedIds.union(idsOf(named.raises));
  const all = raisedIds.size === 0 ? named : partFor(settings, run, { ...input, named: more });
  const { raises } = all.raises.length > named.raises.length ? all : named;
  const raised = idsOf(raises);
  const needed = new Map(named.protection.map(({ userId, limitCredits }) => [userId, limitCredits]));
  const others = settled.filter(
    ({ userId, limitCredits }) => !raised.has(userId) && limitCredits < (needed.get(userId) ?? Infinity),
  );
  const lowers = excessesIn(settings, run, onlyWith(input, others)).length > 0 ? [] : others;
  const lowered = idsOf(lowers);
  return { protection: named.protection.filter(({ userId }) => !lowered.has(userId)), raises, lowers };
}

/** `named`: whose limits may rise, by user id. */
function partFor(
  settings: EnforcementSettings,
  run: Moment,
  { named, ...input }: GuardInput & { readonly named: ReadonlySet<string> },
): PlanPart {
  const part = partOf(input, named);
  // It lowers nothing: what was lowered before is no reason to hold it.
  const raisesAlone = settings.blastRadius !== false && {
    ...settings.blastRadius,
    loweredShare: Infinity,
    blockedUsersMax: Infinity,
  };
  const alone = onlyWith(input, part.raises);
  const reachesFar = excessesIn({ ...settings, blastRadius: raisesAlone }, run, alone).length > 0;
  return reachesFar ? { ...part, raises: [] } : part;
}

interface PartWork extends Pick<EnforcementWork, 'settings'> {
  readonly run: Moment;
  readonly order: Pick<EnforcementWork['order'], 'apply'>;
}

/** The changes of the part that is sent: those that lower limits first. */
export function partToSend(
  { settings, run, order }: PartWork,
  planned: Planned,
  {
    part,
    latestSent,
    approvedAt,
    isInDoubt,
  }: Pick<SendPermit, 'part' | 'isInDoubt'> & Partial<Pick<GuardInput, 'latestSent' | 'approvedAt'>>,
): readonly SetCap[] {
  if (part === 'rows') {
    const emails = new Set(order.apply?.only);
    const chosen = planned.plan.decisions.filter(({ email }) => emails.has(emailKey(email)));
    return withOwed(planned, rowsFor(planned, new Set(chosen.map(({ userId }) => userId))));
  }
  if (part === 'owed') {
    return owedChanges(planned);
  }
  const input = { ...planned, ...planned.planInputs, latestSent, approvedAt };
  const { protection, raises, lowers } =
    isInDoubt === true ? partInDoubt(settings, run, input) : { ...partBesideHold(settings, run, input), lowers: [] };
  const lowered = idsOf(lowers);
  const needed = part === 'rescue' ? owedChanges(planned).filter(({ userId }) => !lowered.has(userId)) : protection;
  return [...needed, ...lowers, ...raises];
}

/**
 * Only the figures of yesterday are missing. Where an earlier day is in doubt again, limits that were in force since look
 * as if they allowed more than they did, and nothing is lowered for that.
 */
export function isMerelyLate({ through }: Pick<Collected, 'through'>, today: Day): boolean {
  return through !== undefined && through >= addDays(today, -2);
}

/** The plan as if it changed nothing else. */
function onlyWith(input: GuardInput, changes: readonly SetCap[]): GuardInput {
  const byUser = new Map(changes.map((change) => [change.userId, change]));
  const inForce = new Map(input.planInputs.limits.map(({ userId, confirmed }) => [userId, confirmed?.limitCredits]));
  const decisions = input.plan.decisions.map(({ userId, email, binding }): CapDecision => {
    const limitCredits = inForce.get(userId);
    const about = limitCredits !== undefined && binding !== undefined && { limitCredits, binding };
    return byUser.get(userId) ?? { kind: 'keep', userId, email, reason: 'unchanged', ...about };
  });
  return { ...input, plan: { ...input.plan, decisions } };
}

function idsOf(changes: readonly SetCap[]): ReadonlySet<string> {
  return new Set(changes.map(({ userId }) => userId));
}
