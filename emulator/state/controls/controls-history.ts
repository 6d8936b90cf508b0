import { z } from 'zod';

import type { World } from '../../api/world.ts';
import type { SimClock } from '../clock.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import { type Roster, sampledRoster } from '../members/roster.ts';
import { type ControlRevision, generatedHistory } from './generated-history.ts';
import { historyStartMs, type PlannedEdit, plannedEdits } from './schedule.ts';
import type { ControlActor } from './storyline.ts';

/** `updatedAt` is an ISO date-time. */
type PostedControls = {
  readonly settings: JsonObject;
  readonly user: ControlActor;
  readonly updatedAt: string;
};

export type ControlsWorld = Pick<World, 'seed' | 'empty' | 'saved'> & {
  readonly clock: SimClock;
  readonly organization: Roster;
};

interface ControlsHistory {
  revisions(): readonly ControlRevision[];
  /** Appends a revision and returns it; undefined when the history is full. */
  append(posted: PostedControls): ControlRevision | undefined;
}

/** A departed member makes no changes after this many days. */
const rosterSampleDays = 28;

export const postedRevisionsMax = 50_000;

const Actor = z.strictObject({ id: z.string(), email: z.string(), name: z.string() });

const Slice = z.object({
  generatedUntilMs: z.number(),
  posted: z.array(z.object({ settings: z.custom<JsonObject>(isJsonObject), user: Actor, updatedAt: z.string() })),
});

/**
 * The history by the clock. The generated part stops growing at the first posted revision. An empty world has revision
 * 1 and posted ones.
 */
export function controlsHistory(world: ControlsWorld): ControlsHistory {
  const origin = { seed: world.seed, usersAt: sampledRoster(world.organization, rosterSampleDays) };
  const saved = Slice.optional().parse(world.saved.load('controls'));
  let generatedUntilMs = saved?.generatedUntilMs;
  let posted: readonly PostedControls[] = saved?.posted ?? [];
  let generated: readonly ControlRevision[] = [];
  let editCount = -1;

  const generatedRevisions = (): readonly ControlRevision[] => {
    const untilMs = generatedUntilMs ?? world.clock.now();
    const edits: readonly PlannedEdit[] = world.empty ? [] : plannedEdits(world.seed, untilMs);
    if (untilMs >= historyStartMs && edits.length !== editCount) {
      generated = generatedHistory(origin, edits);
      editCount = edits.length;
    }
    return generated;
  };

  const revisions = (): readonly ControlRevision[] => {
    const before = generatedRevisions();
    return [...before, ...posted.map((entry, index) => ({ revision: before.length + index + 1, ...entry }))];
  };

  return {
    revisions,
    append(entry) {
      if (posted.length >= postedRevisionsMax) {
        return undefined;
      }
      generatedUntilMs ??= world.clock.now();
      posted = [...posted, entry];
      world.saved.save('controls', { generatedUntilMs, posted });
      return { revision: generatedRevisions().length + posted.length, ...entry };
    },
  };
}
