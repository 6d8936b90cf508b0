import { z } from 'zod';

import type { World } from '../../api/world.ts';
import type { SimClock } from '../clock.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import { type Roster, sampledRoster } from '../members/roster.ts';
import { type ControlRevision, generatedHistory } from './generated-history.ts';
import { historyStartMs, type PlannedEdit, plannedEdits } from './schedule.ts';
import type { ControlActor } from './storyline.ts';

/** A revision as it is posted from outside; `updatedAt` is an ISO date-time. */
type PostedControls = {
  readonly settings: JsonObject;
  readonly user: ControlActor;
  readonly updatedAt: string;
};

/** What of a world the history of its controls rests on. */
export type ControlsWorld = Pick<World, 'seed' | 'empty' | 'saved'> & {
  readonly clock: SimClock;
  readonly organization: Pick<Roster, 'usersAt'>;
};

/** The history of the emulated organization's controls. */
interface ControlsHistory {
  /** All revisions up to the clock's now, ascending. */
  revisions(): readonly ControlRevision[];
  /** Adds a revision at the end and returns it; undefined when the history is full. */
  append(posted: PostedControls): ControlRevision | undefined;
}

/** A member who left makes no changes after so many days. */
const rosterSampleDays = 28;

/** How many revisions can be posted to one emulator. */
export const postedRevisionsMax = 50_000;

const Actor = z.strictObject({ id: z.string(), email: z.string(), name: z.string() });

const Slice = z.object({
  generatedUntilMs: z.number(),
  posted: z.array(z.object({ settings: z.custom<JsonObject>(isJsonObject), user: Actor, updatedAt: z.string() })),
});

/**
 * The history as the clock tells it. The generated part stops growing with the first posted revision:
 * whoever posts has taken the story over. In an empty world there is revision 1 and what is posted.
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
