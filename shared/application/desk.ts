import type { LimitRecord } from '../domain/caps/limit-record.ts';
import { collectTables } from './collect-tables.ts';
import { collectWindowStart } from './collect-window-start.ts';
import type { Collected } from './collected.ts';
import type { Deciding } from './decide-and-apply.ts';
import { planNight, type Planned } from './plan-night.ts';
import type { Dispatch } from './send-plan.ts';

/**
 * What a run has in hand in this process: collected and planned once, when it is first asked for. It is made from the
 * tables alone, so that a run which goes on in another process finds the same again, as far as nobody has moved it.
 */
export interface Desk {
  collected(): Promise<Collected>;
  planned(): Promise<Planned>;
  /** The plan, if one was made in this process. */
  planInHand(): Planned | undefined;
  /** What is known of every user's limit by now, by user id. */
  records(): Promise<ReadonlyMap<string, LimitRecord>>;
  /** The sending that this process has begun. */
  dispatch: Dispatch | undefined;
}

export function setUpDesk(work: Deciding): Desk {
  const { ports, settings, order, context } = work;
  let collecting: Promise<Collected> | undefined;
  let planning: Promise<Planned> | undefined;
  let inHand: Planned | undefined;

  async function plan(): Promise<Planned> {
    inHand = planNight(settings, context, { collected: await desk.collected(), limits: await ports.limits.list() });
    return inHand;
  }

  const desk: Desk = {
    dispatch: undefined,
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
      const { ground } = await desk.planned();
      return desk.dispatch?.sending.records ?? new Map(ground.limits.map((record) => [record.userId, record]));
    },
  };
  return desk;
}
