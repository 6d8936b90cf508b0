import { z } from 'zod';

import type { Member } from '../members/member.ts';
import type { SavedSlices } from '../state-file.ts';
import { generatedDemandCredits } from './generated-demand.ts';

/** What somebody wants to consume on one day. */
export interface Demand {
  readonly credits: number;
  /** The one model of posted demand that names it. */
  readonly model?: string | undefined;
  /** True when it was posted to the side channel, and so replaces what was generated. */
  readonly posted: boolean;
}

/**
 * What one planted session wants on top of its owner's demand: its credits evenly over its minutes, until it is stopped.
 * Minutes are counted since 1970.
 */
export interface Flow {
  readonly fromMinute: number;
  readonly minutes: number;
  readonly credits: number;
  /** `Infinity` while nobody stopped it. */
  readonly stopMinute: number;
}

/** What a flow wants in all up to a minute since 1970. */
export function flowWantedBy({ fromMinute, minutes, credits, stopMinute }: Flow, minute: number): number {
  const passed = Math.min(minute, stopMinute) - fromMinute;
  return Math.floor((credits * Math.min(minutes, Math.max(0, passed))) / minutes);
}

/** Demand of every (user, day): generated, unless posted. */
export interface DemandBook {
  of(member: Member, dayNumber: number): Demand;
  /** Moves with every change of what somebody wants on a day that may be over. */
  revision(): number;
  /** The flows of a user by the id of their session, in the order in which they were planted. */
  flowsOf(userId: string): ReadonlyMap<string, Flow>;
  /** Adds a flow, or puts it in the place of the one with this id. */
  plant(userId: string, sessionId: string, flow: Flow): void;
  /** Replaces the demand of one user-day. */
  post(userId: string, dayNumber: number, demand: Omit<Demand, 'posted'>): void;
  /** Keeps what was posted; called once for a batch. */
  keep(): void;
}

const noFlows: ReadonlyMap<string, Flow> = new Map();
const Saved = z.array(z.tuple([z.string(), z.number(), z.number(), z.string().nullable()]));

/** A book for a seed that goes on with what the saved slice `demand` holds. */
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
      // Built when it is written, not for every batch that is posted.
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
