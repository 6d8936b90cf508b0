import { z } from 'zod';

import type { World } from '../../api/world.ts';
import type { SimClock } from '../clock.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import type { SimUser } from '../members/member.ts';
import { type Roster, sampledRoster } from '../members/roster.ts';
import { randomOf } from '../random.ts';
import { firstSettings } from './first-settings.ts';
import { changerCount, historyStartMs, type PlannedEdit, plannedEdits } from './schedule.ts';
import type { EnterpriseSettings } from './settings.ts';
import type { ControlActor } from './storyline.ts';

/** One entry of the history (platform-api.md, "Enterprise control change"). */
type ControlRevision = {
  readonly revision: number;
  readonly settings: JsonObject;
  readonly user: ControlActor;
  readonly updatedAt: string;
};

const serviceAccount: ControlActor = {
  id: 'svc-controls-sync',
  email: 'controls-sync@service.acme.example',
  name: 'Controls sync',
};

/** The generated history, ascending from revision 1, one per effective edit. Deterministic; more edits only append. */
export function generatedHistory(
  origin: {
    readonly seed: number;
    /** The roster at a moment (Unix ms); its first people change controls. */
    readonly usersAt: (atMs: number) => readonly SimUser[];
  },
  edits: readonly PlannedEdit[],
): readonly ControlRevision[] {
  const changers = origin.usersAt(historyStartMs).slice(0, changerCount);
  const first = firstSettings(randomOf(origin.seed, 'controls-first'), {
    userIds: changers.map(({ id }) => id),
    emails: changers.map(({ email }) => email),
  });
  const past: EnterpriseSettings[] = [first];
  const revisions = [revisionOf(first, { number: 1, atMs: historyStartMs, actor: actorOf(changers[0]) })];
  for (const planned of edits) {
    const roster = origin.usersAt(planned.atMs);
    const changer = changers[planned.changer];
    // A departed member makes no changes: the service account takes over.
    const actor = actorOf(roster.find(({ id }) => id === changer?.id));
    const next = edited(past, planned, { seed: origin.seed, actor, roster });
    if (next !== undefined) {
      past.push(next);
      revisions.push(revisionOf(next, { number: past.length, atMs: planned.atMs, actor }));
    }
  }
  return revisions;
}

/** Undefined when the edit changed nothing. */
function edited(
  past: readonly EnterpriseSettings[],
  planned: PlannedEdit,
  { seed, actor, roster }: { readonly seed: number; readonly actor: ControlActor; readonly roster: readonly SimUser[] },
): EnterpriseSettings | undefined {
  const current = past.at(-1);
  if (current === undefined) {
    return undefined;
  }
  const next = structuredClone(current);
  const memberIds = roster.length === 0 ? [actor.id] : roster.slice(0, 25).map(({ id }) => id);
  planned.edit(next, { random: randomOf(seed, 'controls-edit', planned.label), actor, memberIds, past });
  return JSON.stringify(next) === JSON.stringify(current) ? undefined : next;
}

function revisionOf(
  settings: EnterpriseSettings,
  at: { number: number; atMs: number; actor: ControlActor },
): ControlRevision {
  return { revision: at.number, settings, user: at.actor, updatedAt: new Date(at.atMs).toISOString() };
}

function actorOf(user: SimUser | undefined): ControlActor {
  if (user === undefined) {
    return serviceAccount;
  }
  const name = [user.firstName, user.lastName].filter((part) => part !== undefined).join(' ');
  return { id: user.id, email: user.email, name: name === '' ? user.email : name };
}

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

/** A departed member makes no changes after this many days. */
const rosterSampleDays = 28;

export const postedRevisionsMax = 50_000;

const Actor = z.strictObject({ id: z.string(), email: z.string(), name: z.string() });

const Slice = z.object({
  generatedUntilMs: z.number(),
  posted: z.array(z.object({ settings: z.custom<JsonObject>(isJsonObject), user: Actor, updatedAt: z.string() })),
});

/** The history by the clock. The first posted revision ends its generated part. An empty world has revision 1 first. */
export function controlsHistory(world: ControlsWorld): {
  revisions(): readonly ControlRevision[];
  /** Appends a revision and returns it; undefined when the history is full. */
  append(posted: PostedControls): ControlRevision | undefined;
} {
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
