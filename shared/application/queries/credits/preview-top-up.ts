import { formatScope } from '../../../domain/budgets/scope.ts';
import type { TopUpTerms } from '../../../domain/budgets/top-up.ts';
import type { CapPlanInput } from '../../../domain/caps/cap-plan-input.ts';
import { planCaps } from '../../../domain/caps/cap-plan.ts';
import { poolsToRaise, topUpGains, usableBefore, type TopUpGain } from '../../../domain/caps/top-up-gain.ts';
import { nightlyMinute } from '../../../domain/runs/next-run.ts';
import { addDays, dayOf, msPerMinute, startOfDayMs } from '../../../domain/time/day.ts';
import { collectTables, type TablePorts } from '../../enforcement/collect/collect-tables.ts';
import type { EnforcementSettings } from '../../enforcement/enforcement-settings.ts';
import { planInputsOf } from '../../enforcement/plan-run.ts';
import type { LimitStore } from '../../enforcement/ports.ts';

export interface PreviewPorts extends TablePorts {
  readonly limits: LimitStore;
}

interface PreviewOrder {
  readonly settings: EnforcementSettings;
  /** Unix milliseconds. */
  readonly atMs: number;
  readonly terms: TopUpTerms;
  /** As much more for the pools that bind, whichever they are. */
  readonly raisesBinding: boolean;
}

/** A top-up as it may be made, and what it gives those whom it is for. */
export interface TopUpWay {
  readonly terms: TopUpTerms;
  /** To be noted in it: what they could use before. */
  readonly usableBefore: Readonly<Record<string, number>>;
  readonly gains: readonly TopUpGain[];
}

export interface TopUpPreview {
  /** As it was ordered. */
  readonly ordered: TopUpWay;
  /** Where pools leave less than was ordered: the same, but first in the pools, and the same with larger pools. */
  readonly withinPool?: TopUpWay;
  readonly raisePools?: TopUpWay;
  /** Unix milliseconds: not before this run do lowered limits free credits. */
  readonly laterMs: number;
}

/** What a top-up would give, from the tables alone, by the division that the run after it makes. Nothing is changed. */
export async function previewTopUp(ports: PreviewPorts, order: PreviewOrder): Promise<TopUpPreview> {
  const { settings, atMs } = order;
  const run = { runId: 'preview', at: new Date(atMs).toISOString(), today: dayOf(atMs) };
  const collected = await collectTables(ports, settings, run);
  const input = planInputsOf(settings, run, { collected, limits: await ports.limits.list() });
  return { ...waysOf(input, order, run.at), laterMs: laterRunMs(atMs) };
}

/** The ways in which a top-up can be made, on one plan input. */
export function waysOf(
  input: CapPlanInput,
  { terms, raisesBinding }: Pick<PreviewOrder, 'terms' | 'raisesBinding'>,
  createdAt: string,
): Omit<TopUpPreview, 'laterMs'> {
  const without = planCaps(input);
  const wayOf = (tried: TopUpTerms): TopUpWay => {
    const usable = usableBefore({ ...tried, kind: 'top-up', createdAt }, input, without);
    const topUp = { ...tried, kind: 'top-up', createdAt, usableBefore: usable } as const;
    // What it will give on a later day depends on the use until then.
    const isInForce = tried.from <= input.day && input.day <= tried.to;
    return { terms: tried, usableBefore: usable, gains: isInForce ? topUpGains(topUp, input, without) : [] };
  };
  const plain = wayOf(terms);
  const raised = largerPools(plain, wayOf);
  const ordered = raisesBinding ? (raised ?? plain) : plain;
  const isShort = plain.gains.some(({ shortfall }) => shortfall?.kind === 'pools');
  const isOpen = ordered === plain && isShort && terms.withinPool !== true && terms.raises === undefined;
  return {
    ordered,
    ...(isOpen && terms.scope.kind === 'user' && { withinPool: wayOf({ ...terms, withinPool: true }) }),
    ...(isOpen && raised !== undefined && { raisePools: raised }),
  };
}

/** The same with larger pools, as few as give all of it now; undefined where no pool leaves less. */
function largerPools({ terms, gains }: TopUpWay, wayOf: (tried: TopUpTerms) => TopUpWay): TopUpWay | undefined {
  const own = formatScope(terms.scope);
  const ways = poolsToRaise(gains, terms.credits)
    // The top-up of a team raises its own pools anyway.
    .map((scopes) => scopes.filter((scope) => formatScope(scope) !== own))
    .filter((scopes) => scopes.length > 0)
    .map((raises) => wayOf({ ...terms, raises }));
  return ways.find((way) => way.gains.every(({ shortfall }) => shortfall === undefined)) ?? ways.at(-1);
}

/** What a limit that is lowered now leaves unused is shown by the figures of today, which the next nightly run reads. */
function laterRunMs(atMs: number): number {
  return startOfDayMs(addDays(dayOf(atMs), 1)) + nightlyMinute * msPerMinute;
}
