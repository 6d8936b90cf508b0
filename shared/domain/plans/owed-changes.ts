import { addressOf } from '../../promise/facts.ts';
import { owed } from '../../promise/owed.ts';
import { surveyOf, type Survey } from '../../promise/potential.ts';
import type { CapPlanInput } from '../caps/cap-plan-input.ts';
import type { Binding, CapDecision, SetCap } from '../caps/cap.ts';
import type { SharedPool, Shares } from '../caps/shares/divide-shares.ts';
import { recordsByUser } from '../limits/limit-record.ts';
import { factsOf } from '../promise/facts-of.ts';

interface OwedPlan {
  readonly plan: { readonly decisions: readonly CapDecision[]; readonly shares: Shares };
  readonly planInputs: CapPlanInput;
}

/**
 * The lowerings that strict pools need, whatever else is done: what the guard of the promise says is owed. `beside`:
 * what is sent anyway.
 */
export function owedChanges(
  parted: OwedPlan,
  beside: readonly SetCap[] = [],
  survey: Survey = surveyOf(factsOf(parted.planInputs)),
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
  return owed(survey, beside).flatMap(({ email, limitCredits: owedCredits }): readonly SetCap[] => {
    const userId = byAddress.get(addressOf(email));
    const record = records.get(userId ?? '');
    const most = wanted.get(userId ?? '') ?? Infinity;
    const isFirst = record?.confirmed === undefined;
    // A first limit is given where the plan gives one, and no higher.
    if (userId === undefined || (isFirst && most === Infinity)) {
      return [];
    }
    const limitCredits = isFirst ? Math.min(owedCredits, most) : owedCredits;
    const reason =
      (record?.unsettled ?? []).length > 0
        ? 'outcome-unknown'
        : record?.confirmed === undefined
          ? 'no-limit-yet'
          : 'lowered';
    const fromCredits = record?.confirmed?.limitCredits;
    const binding = bindingOf(parted, userId, limitCredits);
    return [
      { kind: 'set', userId, email, fromCredits, limitCredits, reason, ...(binding !== undefined && { binding }) },
    ];
  });
}

function isPassed({ exposureCredits, amountCredits }: SharedPool): boolean {
  return exposureCredits > amountCredits;
}

/** The pool for which it is owed: of the user's strict ones of which limits allow too much, the tightest. */
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
  return { scope, window: window.kind, usedCredits, headroomCredits, ...(own !== undefined && { pools: own }) };
}
