import type { KnownUser, RosterUser } from '../domain/roster/person.ts';
import { diffRoster, withMetadataOf, type RosterChange } from '../domain/roster/roster-change.ts';
import { describeRoster, isDoubtfulRoster } from '../domain/roster/roster-doubt.ts';
import type { Journal, Roster, UserStore } from './ports.ts';
import type { Progress, RunContext } from './run-context.ts';

export interface RosterPorts {
  readonly roster: Roster;
  readonly users: UserStore;
  readonly journal: Journal;
  readonly progress?: Progress;
}

export interface CollectedRoster {
  /** Everybody who is or ever was on the roster. */
  readonly users: readonly KnownUser[];
  /** The list looks damaged, so that it is worth reading again soon. */
  readonly isDoubtful: boolean;
  /** What the admins should know of it, a sentence each. */
  readonly problems: readonly string[];
}

/** Reads the whole roster and keeps what changed. Of the roster's metadata, no more than these keys is kept. */
export async function collectRoster(
  ports: RosterPorts,
  run: RunContext,
  metadataKeys: ReadonlySet<string>,
): Promise<CollectedRoster> {
  const known = await ports.users.list();
  const read = new Map<string, RosterUser>();
  let unreadable = 0;
  for await (const page of ports.roster.read()) {
    page.users.forEach((user) => read.set(user.userId, withMetadataOf(user, metadataKeys)));
    unreadable += page.unreadable;
    ports.progress?.report({ step: 'roster', done: read.size });
  }

  // An empty or damaged list is no proof that anybody left.
  const isWhole = unreadable === 0 && read.size > 0;
  const change = diffRoster(known, [...read.values()], { today: run.today, isWhole });
  // The journal first: after a stop in between, the difference would no longer be there to tell about.
  await ports.journal.append(entriesOf(change, run));
  await ports.users.put(change.changed);

  const merged = new Map([...known, ...change.changed].map((user) => [user.userId, user]));
  const before = known.filter((user) => user.goneSince === undefined).length;
  const facts = { before, read: read.size, left: change.left, emailLost: change.emailLost, unreadable };
  return { users: [...merged.values()], isDoubtful: isDoubtfulRoster(facts), problems: describeRoster(facts) };
}

function entriesOf(change: RosterChange, run: RunContext) {
  const { joined, left, emailChanged } = change;
  if (joined + left + emailChanged === 0) {
    return [];
  }
  const { runId, at } = run;
  const detail = { joined, left, emailChanged };
  return [{ id: `${runId}/roster`, at, kind: 'roster-changed', actor: 'curfew', runId, detail } as const];
}
