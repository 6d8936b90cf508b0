import type { LimitRecord } from '../../domain/limits/limit-record.ts';
import { collectTables } from './collect-tables.ts';
import { collectWindowStart } from './collect-window-start.ts';
import type { Collected } from './collected.ts';
import type { Deciding } from './decide-and-apply.ts';
import { planCollected, type Planned } from './plan-collected.ts';
import type { PlanSender } from './send-plan.ts';

/**
 * What a run has in hand in this process: collected and planned once, when it is first asked for. It is made from the
 * tables alone, so that a run which goes on in another process finds the same again, as far as nobody has moved it.
 */
export interface RunCache {
  collected(): Promise<Collected>;
  planned(): Promise<Planned>;
  /** The plan, if one was made in this process. */
  planInHand(): Planned | undefined;
  /** What is known of every user's limit by now, by user id. */
  records(): Promise<ReadonlyMap<string, LimitRecord>>;
  /** The sending that this process has begun. */
  planSender: PlanSender | undefined;
}

export function createRunCache(work: Deciding): RunCache {
  const { ports, settings, order, context } = work;
  let collecting: Promise<Collected> | undefined;
  let planning: Promise<Planned> | undefined;
  let inHand: Planned | undefined;

  async function plan(): Promise<Planned> {
    inHand = planCollected(settings, context, {
      collected: await cache.collected(),
      limits: await ports.limits.list(),
    });
    return inHand;
  }

  const cache: RunCache = {
    planSender: undefined,
    collected: async () => {
      collecting ??=
        order.kind === 'window-start'
          ? collectWindowStart(ports, settings, context)
          : collectTables(ports, settings, context);
      return collecting;
    },
    planned: async () => {
      planning ??= plan();
      return planning;
    },
    planInHand: () => inHand,
    records: async () => {
      const { planInputs } = await cache.planned();
      return cache.planSender?.sending.records ?? new Map(planInputs.limits.map((record) => [record.userId, record]));
    },
  };
  return cache;
}
