import type { CapPlanInput } from '../caps/cap-plan-input.ts';
import { changesOf, type CapPlan } from '../caps/cap-plan.ts';
import type { Binding, CapDecision, SetCap } from '../caps/cap.ts';
import type { SharedPool, Shares } from '../caps/shares/divide-shares.ts';
import { recordsByUser } from '../limits/limit-record.ts';
import { surveyOfPlan } from '../permits/survey-of-plan.ts';
import { dividePools, highestInForce, type Division } from '../pools/divide-pools.ts';
import type { DividedMember } from '../pools/exposure/member-exposure.ts';
import { addressOf, type Change } from '../promise/facts.ts';
import { leastLimit } from '../promise/limits.ts';
import { owed } from '../promise/owed.ts';
import type { Potential, Survey } from '../promise/potential.ts';

interface OwedPlan {
  readonly plan: { readonly decisions: readonly CapDecision[]; readonly shares: Shares };
  readonly planInputs: CapPlanInput;
}

/** Returns the lowerings that strict pools need in any case, from the guard. `beside`: what is sent anyway. */
export function owedChanges(
  parted: OwedPlan,
  beside: readonly SetCap[] = [],
  survey: Survey = surveyOfPlan(parted.planInputs),
): readonly SetCap[] {
  const { plan, planInputs } = parted;
  const records = recordsByUser(planInputs.limits);
  const byAddress = new Map(
    survey.facts.accounts.flatMap((account) =>
      account.sendTo === undefined ? [] : [[addressOf(account.sendTo), account.userId] as const],
    ),
  );
  const wanted = new Map(
    plan.decisions.flatMap((each) => (each.kind === 'set' ? [[each.userId, each.limitCredits] as const] : [])),
  );
  return owedFairly(parted, beside, survey).flatMap(({ email, limitCredits: owedCredits }): readonly SetCap[] => {
    const userId = byAddress.get(addressOf(email));
    const record = records.get(userId ?? '');
    const most = wanted.get(userId ?? '') ?? Infinity;
    const isFirst = record?.confirmed === undefined;
    // A first limit is set where the plan sets one, and no higher.
    if (userId === undefined || (isFirst && most === Infinity)) {
      return [];
    }
    const limitCredits = isFirst ? Math.min(owedCredits, most) : owedCredits;
    const reason = (record?.unsettled ?? []).length > 0 ? 'outcome-unknown' : isFirst ? 'no-limit-yet' : 'lowered';
    const fromCredits = record?.confirmed?.limitCredits;
    const binding = bindingOf(parted, userId, limitCredits);
    return [{ kind: 'set', userId, email, fromCredits, limitCredits, reason, binding }];
  });
}

/** Adds the lowerings that strict pools need, which go first. A user in both gets only the lower limit. */
export function withOwed(parted: OwedPlan, changes: readonly SetCap[]): readonly SetCap[] {
  const owedFirst = owedChanges(parted, changes);
  const lowered = new Set(owedFirst.map(({ userId }) => userId));
  return [...owedFirst, ...changes.filter(({ userId }) => !lowered.has(userId))];
}

/** Returns the plan to send: required lowerings replace its decisions for the same people. */
export function planWithOwed(plan: CapPlan, planInputs: CapPlanInput): CapPlan {
  const survey = surveyOfPlan(planInputs);
  // The fast path for most nights: where everything that limits allow fits, no lowering is required.
  if (survey.potentials.every((each) => !isAtRisk(each) && each.unbounded.length === 0)) {
    return plan;
  }
  const owedBy = new Map(
    owedChanges({ plan, planInputs }, changesOf(plan), survey).map((change) => [change.userId, change] as const),
  );
  return owedBy.size === 0
    ? plan
    : { ...plan, decisions: plan.decisions.map((each) => owedBy.get(each.userId) ?? each) };
}

/** Divides required lowerings like the plan, with equal chances and no raise. The guard adds the rest. */
function owedFairly({ plan, planInputs }: OwedPlan, beside: readonly SetCap[], survey: Survey): readonly Change[] {
  const whole = owed(survey, beside);
  const { division } = plan.shares;
  const atRisk = new Set(survey.potentials.filter(isAtRisk).map(({ pool, window }) => `${pool.name} ${window.from}`));
  if (whole.length === 0 || division === undefined || atRisk.size === 0) {
    return whole;
  }
  const { lowers } = dividePools({
    ...division,
    reserveShare: 0,
    pools: division.pools.filter(({ name }) => atRisk.has(name)),
    members: division.members.map((member) => atMostInForce(member, division)),
  });
  const sent = new Set(beside.map(({ userId }) => userId));
  const confirmed = new Map(planInputs.limits.map((record) => [record.userId, record.confirmed?.limitCredits]));
  const emails = new Map(plan.decisions.map(({ userId, email }) => [userId, email]));
  const limitsOf = new Map(Array.from(survey.limitsOf, ([{ userId }, limits]) => [userId, limits]));
  const fair = lowers.flatMap(({ userId, toCredits }): readonly Change[] => {
    const [email, fromCredits] = [emails.get(userId), confirmed.get(userId)];
    const limitCredits = Math.min(toCredits, leastLimit(limitsOf.get(userId) ?? []));
    return sent.has(userId) || email === undefined || fromCredits === undefined ? [] : [{ email, limitCredits }];
  });
  const changes = [...fair, ...owed(survey, [...beside, ...fair])];
  return [...new Map(changes.map((change) => [addressOf(change.email), change])).values()];
}

function isAtRisk({ usedCredits, credits, amountCredits }: Potential): boolean {
  return usedCredits <= amountCredits && credits > amountCredits;
}

/** A limit may fall, but not rise. A member without a limit takes nothing from the others. */
function atMostInForce(member: DividedMember, { exposureTerms }: Division): DividedMember {
  const highest = highestInForce(member);
  const { inFlightCredits } = exposureTerms.assumptions;
  return Number.isFinite(highest)
    ? { ...member, ownHeadroomCredits: Math.max(0, highest + inFlightCredits - member.reportedCredits) }
    : { ...member, isFixed: true };
}

function isPassed({ exposureCredits, amountCredits }: SharedPool): boolean {
  return exposureCredits > amountCredits;
}

function bindingOf({ plan, planInputs }: OwedPlan, userId: string, limitCredits: number): Binding | undefined {
  const { pools, byUser } = plan.shares;
  const [pool] = pools
    .filter(({ guarantee, memberIds }) => guarantee.kind === 'strict' && memberIds.includes(userId))
    .toSorted((a, b) => Number(isPassed(b)) - Number(isPassed(a)) || a.roomCredits - b.roomCredits);
  if (pool === undefined) {
    return undefined;
  }
  const usedCredits = planInputs.usage.users.get(userId)?.credits.platform ?? 0;
  const headroomCredits = Math.max(0, limitCredits - usedCredits);
  const { scope, window } = pool;
  const own = byUser.get(userId)?.pools;
  return { scope, window: window.kind, usedCredits, headroomCredits, pools: own };
}
