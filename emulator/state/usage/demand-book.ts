import { z } from 'zod';

import type { Member } from '../members/member.ts';
import type { SavedSlices } from '../state-file.ts';
import { generatedDemandCredits } from './generated-demand.ts';

export interface Demand {
  readonly credits: number;
  /** The only model of posted demand that names it. */
  readonly model?: string | undefined;
  readonly posted: boolean;
}

/** A planted session's extra demand: its credits evenly over its minutes until stopped. Minutes since 1970. */
export interface Flow {
  readonly fromMinute: number;
  readonly minutes: number;
  readonly credits: number;
  /** `Infinity` until stopped. */
  readonly stopMinute: number;
}

/** A flow's total demand until a minute since 1970. */
export function flowWantedBy({ fromMinute, minutes, credits, stopMinute }: Flow, minute: number): number {
  const passed = Math.min(minute, stopMinute) - fromMinute;
  return Math.floor((credits * Math.min(minutes, Math.max(0, passed))) / minutes);
}

/** Demand by (user, day): generated, unless posted. */
export interface DemandBook {
  of(member: Member, dayNumber: number): Demand;
  /** Changes with any demand of a possibly past day. */
  revision(): number;
  flowsOf(userId: string): ReadonlyMap<string, Flow>;
  plant(userId: string, sessionId: string, flow: Flow): void;
  post(userId: string, dayNumber: number, demand: Omit<Demand, 'posted'>): void;
  /** Saves posted demand, once per batch. */
  keep(): void;
}

const noFlows: ReadonlyMap<string, Flow> = new Map();
const Saved = z.array(z.tuple([z.string(), z.number(), z.number(), z.string().nullable()]));

/** Continues from the saved slice `demand`. */
export function demandBook(seed: number, saved: SavedSlices): DemandBook {
  const posted = new Map<string, Map<number, Demand>>();
  const flows = new Map<string, Map<string, Flow>>();
  let revision = 0;
  const post: DemandBook['post'] = (userId, dayNumber, { credits, model }) => {
    revision += 1;
    const days = posted.get(userId) ?? new Map<number, Demand>();
    days.set(dayNumber, { credits, model, posted: true });
    posted.set(userId, days);
  };
  for (const [userId, dayNumber, credits, model] of Saved.parse(saved.load('demand') ?? [])) {
    post(userId, dayNumber, { credits, model: model ?? undefined });
  }
  return {
    of: (member, dayNumber) =>
      posted.get(member.id)?.get(dayNumber) ?? {
        credits: generatedDemandCredits(seed, member, dayNumber),
        posted: false,
      },
    revision: () => revision,
    flowsOf: (userId) => flows.get(userId) ?? noFlows,
    plant(userId, sessionId, flow) {
      revision += 1;
      flows.set(userId, (flows.get(userId) ?? new Map<string, Flow>()).set(sessionId, flow));
    },
    post,
    keep: () =>
      // Built on write, not per posted batch.
      saved.save('demand', { toJSON: () => rowsOf(posted) }),
  };
}

function rowsOf(posted: ReadonlyMap<string, ReadonlyMap<number, Demand>>): z.infer<typeof Saved> {
  return [...posted].flatMap(([userId, days]) =>
    [...days].map(([dayNumber, { credits, model }]): [string, number, number, string | null] => [
      userId,
      dayNumber,
      credits,
      model ?? null,
    ]),
  );
}
