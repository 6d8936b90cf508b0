import type { Budget } from '../budgets/budget.ts';
import { exemptPeople, type Exemption } from '../budgets/exemption.ts';
import { topUpCreditsByEmail, type TopUp } from '../budgets/top-up.ts';
import { invariant } from '../invariant.ts';
import type { UsageTotals } from '../ledger/usage-totals.ts';
import { emailKey } from '../roster/email.ts';
import type { KnownUser } from '../roster/person.ts';
import type { Day } from '../time/day.ts';
import { decideCap, type CapDecision, type SetCap } from './cap.ts';
import { bindingBudgets, hasInvalidBudget, layersOf } from './layer.ts';
import type { LimitRecord } from './limit-record.ts';
import { matchPeople, type Uncappable } from './person.ts';
import { toppedUp } from './topped-up.ts';

/** Everything that a night decided, before anything of it is done. */
export interface CapPlan {
  /** The UTC day for which the caps are meant. */
  readonly day: Day;
  readonly dataThrough: Day | undefined;
  /** One for each user who can be capped, by user id. */
  readonly decisions: readonly CapDecision[];
  readonly uncappable: readonly Uncappable[];
}

export interface CapPlanInput {
  readonly day: Day;
  readonly dataThrough: Day | undefined;
  readonly budgets: readonly Budget[];
  /** Scopes of budget rows that cannot be read: whoever they bind keeps their cap. */
  readonly invalidScopes: readonly string[];
  readonly topUps: readonly TopUp[];
  readonly exemptions: readonly Exemption[];
  readonly users: readonly KnownUser[];
  readonly usage: UsageTotals;
  readonly limits: readonly LimitRecord[];
  readonly unlimitedCredits: number;
  readonly floorCredits?: number;
  readonly ceilingCredits?: number;
}

/** Decides every user's cap. The order of users, budgets, top-ups, exemptions and records changes nothing. */
export function planCaps(input: CapPlanInput): CapPlan {
  const { persons, uncappable } = matchPeople(input.users, input.usage);
  const budgets = bindingBudgets(input.budgets, input.invalidScopes, input.day);
  const topUpCredits = topUpCreditsByEmail(input.topUps, input.day);
  const exempt = exemptPeople(input.exemptions, input.day);
  const records = new Map(input.limits.map((record) => [record.userId, record]));
  const { unlimitedCredits, floorCredits, ceilingCredits } = input;
  const bounds = {
    unlimitedCredits,
    ...(floorCredits !== undefined && { floorCredits }),
    ...(ceilingCredits !== undefined && { ceilingCredits }),
  };
  const decisions = persons.map((person): CapDecision => {
    const { userId, email } = person;
    const key = emailKey(email);
    if (exempt.emails.has(key)) {
      return { kind: 'keep', userId, email, reason: 'exempt' };
    }
    if (hasInvalidBudget(person, budgets)) {
      return { kind: 'keep', userId, email, reason: 'invalid-budget' };
    }
    const layers = toppedUp(layersOf(person, budgets, input.usage), topUpCredits.get(key) ?? 0);
    const leftAloneUntil = exempt.leftAloneUntil.get(key);
    return decideCap(person, layers, {
      record: records.get(userId),
      today: input.day,
      ...bounds,
      ...(leftAloneUntil !== undefined && { leftAloneUntil }),
    });
  });
  return { day: input.day, dataThrough: input.dataThrough, decisions, uncappable };
}

/** The changes of a plan in the order in which they are sent: what takes before what gives. */
export function changesOf(plan: CapPlan): readonly SetCap[] {
  const changes = plan.decisions.filter((decision) => decision.kind === 'set');
  return [...changes.filter(takes), ...changes.filter((change) => !takes(change))];
}

/** Whoever had no limit could consume without end, so that any limit takes. */
function takes(change: SetCap): boolean {
  return change.fromCredits === undefined ? change.reason !== 'lifted' : change.limitCredits < change.fromCredits;
}

/** How many entries one PUT may hold: platform-api.md, Limits. */
export const batchSizeMax = 100;

/** Cuts changes into batches for one PUT each. */
export function batchesOf<T>(changes: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(changes.length / batchSizeMax);
  return Array.from({ length: count }, (_, index) => changes.slice(index * batchSizeMax, (index + 1) * batchSizeMax));
}

/** The last look before a batch is sent: whatever else went wrong, no limit leaves that its budget does not cover. */
export function assertWithinBudget(batch: readonly SetCap[], unlimitedCredits: number): void {
  invariant(batch.length >= 1 && batch.length <= batchSizeMax, 'a batch holds 1 to 100 limits');
  const emails = new Set(batch.map((change) => change.email.toLowerCase()));
  invariant(emails.size === batch.length, 'no email stands twice in a batch');
  for (const { limitCredits, binding, floorCredits = 0 } of batch) {
    invariant(
      Number.isSafeInteger(limitCredits) && limitCredits >= 0,
      'a limit is a whole number of credits, 0 or more',
    );
    const most = binding === undefined ? unlimitedCredits : binding.usedCredits + binding.headroomCredits;
    invariant(limitCredits <= Math.max(most, floorCredits), 'a limit is within what was used and the headroom');
  }
}
