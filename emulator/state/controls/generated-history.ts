import type { JsonObject } from '../json.ts';
import type { SimUser } from '../members/member.ts';
import { randomOf } from '../random.ts';
import { firstSettings } from './first-settings.ts';
import { changerCount, historyStartMs, type PlannedEdit } from './schedule.ts';
import type { EnterpriseSettings } from './settings.ts';
import type { ControlActor } from './storyline.ts';

/** One entry of the history (platform-api.md, "Enterprise control change"). */
export type ControlRevision = {
  readonly revision: number;
  readonly settings: JsonObject;
  readonly user: ControlActor;
  readonly updatedAt: string;
};

type ControlsOrigin = {
  readonly seed: number;
  /** The roster at a moment (Unix ms); its first people change controls. */
  readonly usersAt: (atMs: number) => readonly SimUser[];
};

const serviceAccount: ControlActor = {
  id: 'svc-controls-sync',
  email: 'controls-sync@service.acme.example',
  name: 'Controls sync',
};

/** The generated history, ascending from revision 1, one per effective edit. Deterministic; more edits only append. */
export function generatedHistory(origin: ControlsOrigin, edits: readonly PlannedEdit[]): readonly ControlRevision[] {
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
