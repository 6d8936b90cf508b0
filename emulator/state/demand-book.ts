import { z } from 'zod';
import type { SavedSlices } from '../api/world.ts';
import type { Member } from './member.ts';
import { generatedDemandCredits } from './generated-demand.ts';

/** What somebody wants to consume on one day. */
export interface Demand {
  readonly credits: number;
  /** The one model of posted demand that names it. */
  readonly model?: string | undefined;
  /** True when it was posted to the side channel, and so replaces what was generated. */
  readonly posted: boolean;
}

/** Demand of every (user, day): generated, unless posted. */
export interface DemandBook {
  of(member: Member, dayNumber: number): Demand;
  /** Replaces the demand of one user-day. */
  post(userId: string, dayNumber: number, demand: Omit<Demand, 'posted'>): void;
  /** Keeps what was posted; called once for a batch. */
  keep(): void;
}

const Saved = z.array(z.tuple([z.string(), z.number(), z.number(), z.string().nullable()]));

/** A book for a seed that goes on with what the saved slice `demand` holds. */
export function demandBook(seed: number, saved: SavedSlices): DemandBook {
  const posted = new Map<string, Map<number, Demand>>();
  const post: DemandBook['post'] = (userId, dayNumber, { credits, model }) => {
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
