import type { RosterUser } from '../../../domain/roster/person.ts';
import { diffRoster, type RosterChange } from '../../../domain/roster/roster-change.ts';
import { describeRoster, isDoubtfulRoster } from '../../../domain/roster/roster-doubt.ts';
import type { Journal } from '../../runs/ports.ts';
import type { RosterPage, UserStore } from '../ports.ts';
import type { RunContext } from '../../runs/run-context.ts';

export interface RosterPorts {
  readonly users: UserStore;
  readonly journal: Journal;
}

export interface CollectedRoster {
  /** How many people are known by now. */
  readonly usersCount: number;
  /** The list looks damaged, so that it is worth reading again soon. */
  readonly isDoubtful: boolean;
  /** What the admins should know of it, a sentence each. */
  readonly problems: readonly string[];
}

/** Compares the whole roster, as its pages have it, with what is known, and keeps what changed. */
export async function collectRoster(
  ports: RosterPorts,
  run: RunContext,
  pages: AsyncIterable<RosterPage>,
): Promise<CollectedRoster> {
  const known = await ports.users.list();
  const read = new Map<string, RosterUser>();
  let unreadable = 0;
  for await (const page of pages) {
    page.users.forEach((user) => read.set(user.userId, user));
    unreadable += page.unreadable;
  }

  // An empty or damaged list is no proof that anybody left.
  const isWhole = unreadable === 0 && read.size > 0;
  const change = diffRoster(known, [...read.values()], { today: run.today, at: run.at, isWhole });
  // The journal first: after a stop in between, the difference would be gone.
  await ports.journal.append(entriesOf(change, run));
  await ports.users.put(change.changed);

  const everybody = new Set([...known, ...change.changed].map(({ userId }) => userId));
  const before = known.filter((user) => user.goneSince === undefined).length;
  const facts = { before, read: read.size, left: change.left, emailLost: change.emailLost, unreadable };
  return { usersCount: everybody.size, isDoubtful: isDoubtfulRoster(facts), problems: describeRoster(facts) };
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
