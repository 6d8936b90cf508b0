import { formatScope } from '../../budgets/scope.ts';
import type { CapPlanInput } from '../../caps/cap-plan-input.ts';
import { planCaps } from '../../caps/cap-plan.ts';
import { poolsToRaise, topUpGains, usableBefore, type TopUpGain } from '../../caps/top-up-gain.ts';
import { collectTables, type TablePorts } from '../../enforcement/use-cases/collect/collect-tables.ts';
import type { EnforcementSettings } from '../../enforcement/use-cases/enforcement-settings.ts';
import { planInputsOf } from '../../enforcement/use-cases/plan-run.ts';
import type { LimitStore } from '../../enforcement/use-cases/ports.ts';
import { nightlyMinute } from '../../kernel/runs/next-run.ts';
import { addDays, dayOf, msPerMinute, startOfDayMs } from '../../kernel/time/day.ts';
import type { TopUpTerms } from '../top-up.ts';

export interface PreviewPorts extends TablePorts {
  readonly limits: LimitStore;
}

interface PreviewOrder {
  readonly settings: EnforcementSettings;
  readonly atMs: number;
  readonly terms: TopUpTerms;
  /** Raises the binding pools by the same amount. */
  readonly raisesBinding: boolean;
}

export interface TopUpWay {
  readonly terms: TopUpTerms;
  /** What they could use before; stored with the top-up. */
  readonly usableBefore: Readonly<Record<string, number>>;
  readonly gains: readonly TopUpGain[];
}

export interface TopUpPreview {
  readonly ordered: TopUpWay;
  /** When pools leave less than ordered: the same with priority in the pools, and with larger pools. */
  readonly withinPool?: TopUpWay;
  readonly raisePools?: TopUpWay;
  /** Unix milliseconds: lowered limits free credits from this run on. */
  readonly laterMs: number;
}

/** What a top-up would give, from the tables, by the division of the following run. Changes nothing. */
export async function previewTopUp(ports: PreviewPorts, order: PreviewOrder): Promise<TopUpPreview> {
  const { settings, atMs } = order;
  const run = { runId: 'preview', at: new Date(atMs).toISOString(), today: dayOf(atMs) };
  const collected = await collectTables(ports, settings, run);
  const input = planInputsOf(settings, run, { collected, limits: await ports.limits.list() });
  return { ...waysOf(input, order, run.at), laterMs: laterRunMs(atMs) };
}

/** The possible forms of a top-up, on one plan input. */
export function waysOf(
  input: CapPlanInput,
  { terms, raisesBinding }: Pick<PreviewOrder, 'terms' | 'raisesBinding'>,
  createdAt: string,
): Omit<TopUpPreview, 'laterMs'> {
  const without = planCaps(input);
  const wayOf = (tried: TopUpTerms): TopUpWay => {
    const usable = usableBefore({ ...tried, kind: 'top-up', createdAt }, input, without);
    const topUp = { ...tried, kind: 'top-up', createdAt, usableBefore: usable } as const;
    // Its effect on a later day depends on the use until then.
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

/** The same with larger pools, as few as give all of it now; undefined when no pool leaves less. */
function largerPools({ terms, gains }: TopUpWay, wayOf: (tried: TopUpTerms) => TopUpWay): TopUpWay | undefined {
  const own = formatScope(terms.scope);
  const ways = poolsToRaise(gains, terms.credits)
    // A team's top-up raises its own pools anyway.
    .map((scopes) => scopes.filter((scope) => formatScope(scope) !== own))
    .filter((scopes) => scopes.length > 0)
    .map((raises) => wayOf({ ...terms, raises }));
  return ways.find((way) => way.gains.every(({ shortfall }) => shortfall === undefined)) ?? ways.at(-1);
}

/** The unused part of a limit lowered now is in today's figures, which the next nightly run reads. */
function laterRunMs(atMs: number): number {
  return startOfDayMs(addDays(dayOf(atMs), 1)) + nightlyMinute * msPerMinute;
}
