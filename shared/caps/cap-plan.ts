import { formatScope } from '../budgets/scope.ts';
import { windowAt } from '../budgets/window.ts';
import { invariant } from '../kernel/invariant.ts';
import { type Day, dayOf } from '../kernel/time/day.ts';
import type { LimitRecord } from '../limits/limit-record.ts';
import type { CapPlanInput } from './cap-plan-input.ts';
import { type CapDecision, decideCap, type SetCap } from './cap.ts';
import { bindingOf, type Layer, matchPeople, type PersonStatus, statusFinder } from './person.ts';
import type { Shares } from './shares/divide-shares.ts';
import { sharesOf } from './shares/participants.ts';
import type { TeamOf } from './shares/shared-budget.ts';
import type { Uncappable } from './uncapped.ts';

/** What a limit follows from, except use and pools, as a text. While it is equal, no admin edit has moved the limit. */
export function ownTermsOf(
  layers: readonly Layer[],
  { unlimitedCredits, floorCredits, ceilingCredits }: CapPlanInput,
): string {
  const budgets = layers.map(({ scope, window, amount, topUpCredits }) => {
    const credits = amount.kind === 'unlimited' ? unlimitedCredits : amount.credits;
    return `${formatScope(scope)} ${window.kind} ${credits}${topUpCredits > 0 ? `+${topUpCredits}` : ''}`;
  });
  return [
    ...(budgets.length === 0 ? ['no budget'] : budgets),
    ...(floorCredits === undefined || floorCredits === 0 ? [] : [`floor ${floorCredits}`]),
    ...(ceilingCredits === undefined ? [] : [`ceiling ${ceilingCredits}`]),
  ].join('; ');
}

export interface CapPlan {
  readonly day: Day;
  readonly dataThrough: Day | undefined;
  readonly decisions: readonly CapDecision[];
  readonly uncappable: readonly Uncappable[];
  readonly shares: Shares;
}

/** Decides every user's cap. The order of users, budgets, top-ups, exemptions and records does not matter. */
export function planCaps(input: CapPlanInput): CapPlan {
  const { persons, uncappable } = matchPeople(input.users, input.usage);
  const shares = sharesOf(persons, input);
  const terms = isTurnInDoubt(input.pools) ? { ...input, neverRaises: true as const } : input;
  // Statuses are computed again instead of kept: they would take much memory while the pools are divided.
  const statusOf = statusFinder(bindingOf(input), input);
  const texts = new Map<string, string>();
  const decisions = persons.map((person) => decide(statusOf(person), shares, { ...terms, texts }));
  return {
    day: input.day,
    dataThrough: input.dataThrough,
    decisions,
    uncappable: uncappable.map((user) => inTeam(user, input.teamOf)),
    shares,
  };
}

function inTeam(user: Uncappable, teamOf: TeamOf): Uncappable {
  const team = teamOf.get(user.userId);
  return team === undefined ? user : { ...user, team };
}

/** By one clock a platform window has ended, by the other it has not. */
function isTurnInDoubt({ nowMs, clockDoubt, platformWindow }: CapPlanInput['pools']): boolean {
  const earliestMs = nowMs - (clockDoubt?.earlierMs ?? 0);
  const [earlier, now] = [earliestMs, nowMs].map((ms) => windowAt('platform', dayOf(ms), platformWindow).from);
  return earlier !== now;
}

interface DecideTerms extends CapPlanInput {
  /** A limit raised for a new platform window could be used up in the previous one, which may not have ended. */
  readonly neverRaises?: true;
  /** The same terms apply to many people: each text is held in memory once. */
  readonly texts: Map<string, string>;
}

function ceilingOf(
  record: LimitRecord | undefined,
  { ceilingCredits, neverRaises }: Omit<DecideTerms, 'texts'>,
): number | undefined {
  const inForce = [...(record?.confirmed === undefined ? [] : [record.confirmed]), ...(record?.unsettled ?? [])];
  return neverRaises === undefined || inForce.length === 0
    ? ceilingCredits
    : Math.min(ceilingCredits ?? Infinity, Math.max(...inForce.map(({ limitCredits }) => limitCredits)));
}

function decide({ person, holding, hold, layers }: PersonStatus, shares: Shares, input: DecideTerms) {
  const { userId, email } = person;
  const { record, exemptUntil } = holding;
  const ceilingCredits = ceilingOf(record, input);
  if (hold !== undefined) {
    return { kind: 'keep', userId, email, reason: hold === 'left-out' ? 'unchanged' : hold } as const;
  }
  const terms = ownTermsOf(layers, input);
  const known = input.texts.get(terms);
  if (known === undefined) {
    input.texts.set(terms, terms);
  }
  return decideCap(person, layers, {
    record,
    terms: known ?? terms,
    today: input.day,
    unlimitedCredits: input.unlimitedCredits,
    share: shares.byUser.get(userId),
    floorCredits: input.floorCredits,
    ceilingCredits,
    exemptUntil,
  });
}

/** Returns a plan's changes in sending order: lowered limits before raised ones. */
export function changesOf(plan: CapPlan): readonly SetCap[] {
  const changes = plan.decisions.filter((decision) => decision.kind === 'set');
  return [...changes.filter(lowers), ...changes.filter((change) => !lowers(change))];
}

/** A user without a limit can consume without bound, so any limit lowers. */
function lowers(change: SetCap): boolean {
  return change.fromCredits === undefined ? change.reason !== 'lifted' : change.limitCredits < change.fromCredits;
}

/** Entries per PUT: platform-api.md, Limits. */
const batchSizeMax = 100;

export function batchesOf<T>(changes: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(changes.length / batchSizeMax);
  return Array.from({ length: count }, (_, index) => changes.slice(index * batchSizeMax, (index + 1) * batchSizeMax));
}

/** The last check before a batch is sent: no limit exceeds its budget. */
export function assertWithinBudget(batch: readonly SetCap[], unlimitedCredits: number): void {
  invariant(batch.length >= 1 && batch.length <= batchSizeMax, 'a batch holds 1 to 100 limits');
  const emails = new Set(batch.map((change) => change.email.toLowerCase()));
  invariant(emails.size === batch.length, 'no email is in a batch twice');
  for (const { limitCredits, binding, floorCredits = 0 } of batch) {
    invariant(
      Number.isSafeInteger(limitCredits) && limitCredits >= 0,
      'a limit is a whole number of credits, 0 or more',
    );
    const most = binding === undefined ? unlimitedCredits : binding.usedCredits + binding.headroomCredits;
    invariant(limitCredits <= Math.max(most, floorCredits), 'a limit is within what was used and the headroom');
  }
}
