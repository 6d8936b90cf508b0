import type { Budget } from '../budgets/budget.ts';
import type { Exemption } from '../budgets/exemption.ts';
import { formatScope } from '../budgets/scope.ts';
import type { TopUp } from '../budgets/top-up.ts';
import type { UsageTotals } from '../ledger/usage-totals.ts';
import type { KnownUser } from '../roster/person.ts';
import type { Day } from '../time/day.ts';
import type { CapPlan } from './cap-plan.ts';
import type { LimitRecord } from '../limits/limit-record.ts';
import type { TeamOf } from './shared-budget.ts';

/** What a plan stands on. */
export interface PlanInputs {
  readonly users: readonly KnownUser[];
  readonly budgets: readonly Budget[];
  readonly topUps: readonly TopUp[];
  readonly exemptions: readonly Exemption[];
  readonly invalidScopes: readonly string[];
  readonly usage: UsageTotals;
  readonly limits: readonly LimitRecord[];
  readonly teamOf: TeamOf;
}

/**
 * The id of a plan, made from all that it does and all that it stands on: a plan that is made again has the same id as
 * long as ledger, budgets, top-ups, exemptions, roster, teams and limits have not moved, and another one afterwards.
 * The order of nothing matters.
 */
export function planIdOf(plan: CapPlan, planInputs: PlanInputs): string {
  const digest = new Digest();
  digest.addAll([
    JSON.stringify(plan.dataThrough ?? null),
    () => sorted(plan.decisions, (decision) => [decision.userId, decision]),
    ...ruleParts(planInputs),
    () =>
      sorted(planInputs.limits, ({ userId, email, confirmed, unsettled }) => [
        userId,
        email,
        limitOf(confirmed),
        unsettled,
      ]),
  ]);
  return digest.hex();
}

/**
 * The id of what a plan stands on but for the limits, which a run moves itself: the same for as long as nobody else
 * has moved anything.
 */
export function inputsHashOf(
  planInputs: Omit<PlanInputs, 'limits'> & { readonly dataThrough: Day | undefined },
): string {
  const digest = new Digest();
  digest.addAll([JSON.stringify(planInputs.dataThrough ?? null), ...ruleParts(planInputs)]);
  return digest.hex();
}

function ruleParts(planInputs: Omit<PlanInputs, 'limits'>): readonly Part[] {
  const { users, budgets, topUps, exemptions, invalidScopes, usage, teamOf } = planInputs;
  return [
    () => sorted(users, ({ userId, email = null, goneSince = null }) => [userId, email, goneSince]),
    () => sorted(budgets, ({ scope, updatedAt: _at, updatedBy: _by, ...terms }) => [formatScope(scope), terms]),
    () =>
      sorted(topUps, ({ id, scope, credits, from, to, endedAt = null }) => [
        id,
        formatScope(scope),
        credits,
        from,
        to,
        endedAt,
      ]),
    () => sorted(exemptions, ({ id, email, until, endedAt = null }) => [id, email, until, endedAt]),
    () => sorted(invalidScopes, (scope) => [scope]),
    () => sorted([...teamOf], (pair) => pair),
    JSON.stringify(usage.windows),
    () =>
      sorted([...usage.users.values()], ({ userId, credits }) => [
        userId,
        Object.entries(credits)
          .map((pair) => JSON.stringify(pair))
          .toSorted(),
      ]),
    () => [...usage.unreadableUserIds].toSorted(),
  ];
}

function limitOf(confirmed: LimitRecord['confirmed']): number | null {
  return confirmed?.limitCredits ?? null;
}

function sorted<T>(items: readonly T[], rowOf: (item: T) => readonly unknown[]): readonly string[] {
  return items.map((item) => JSON.stringify(rowOf(item))).toSorted();
}

/** The JSON of a value, or a list of texts that is made when its turn comes. */
type Part = string | (() => readonly string[]);

/**
 * Two 32-bit digests (FNV-1a, then mixed) of one JSON text, which is never there as a whole: with very many users it
 * would be the largest thing in memory. They tell plans apart, and protect nothing.
 */
class Digest {
  #first = seeded(1);
  #second = seeded(2);

  /** Adds a list of parts. */
  addAll(parts: readonly Part[]): void {
    parts.forEach((part, index) => {
      this.#add(index === 0 ? '[' : ',');
      if (typeof part === 'string') {
        this.#add(part);
      } else {
        this.#addTexts(part());
      }
    });
    this.#add(']');
  }

  /** 16 hex digits. */
  hex(): string {
    return `${mixed(this.#first)}${mixed(this.#second)}`;
  }

  #addTexts(texts: readonly string[]): void {
    this.#add('[');
    texts.forEach((text, index) => {
      this.#add(index === 0 ? JSON.stringify(text) : `,${JSON.stringify(text)}`);
    });
    this.#add(']');
  }

  #add(text: string): void {
    let [first, second] = [this.#first, this.#second];
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      first = Math.imul(first ^ code, 0x01_00_01_93);
      second = Math.imul(second ^ code, 0x01_00_01_93);
    }
    [this.#first, this.#second] = [first, second];
  }
}

function seeded(seed: number): number {
  return (0x81_1c_9d_c5 ^ Math.imul(seed, 0x9e_37_79_b1)) >>> 0;
}

function mixed(hash: number): string {
  const spread = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  return ((spread ^ (spread >>> 13)) >>> 0).toString(16).padStart(8, '0');
}
