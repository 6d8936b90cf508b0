import type { TeamStore } from '../../../kernel/records/ports.ts';
import type { RunContext } from '../../../kernel/runs/run.ts';
import { readPages } from '../../../kernel/runs/use-cases/read-pages.ts';
import { addDays } from '../../../kernel/time/day.ts';
import type { ReadUser, RosterUser } from '../../../roster/person.ts';
import { diffRoster, withoutSecrets, type RosterChange } from '../../../roster/roster-change.ts';
import { describeRoster, isDoubtfulRoster } from '../../../roster/roster-doubt.ts';
import { metadataKeysOf } from '../../../teams/team.ts';
import type { RosterPage } from '../../ports.ts';
import type { EnforcementPorts, EnforcementWork } from '../enforcement-work.ts';
import type { TablePorts } from './collect-tables.ts';

interface CollectedRoster {
  readonly usersCount: number;
  /** The list looks damaged, so that it is worth reading again soon. */
  readonly isDoubtful: boolean;
  readonly problems: readonly string[];
}

/** Reads the roster page by page, and keeps what changed of it. `stepsDone`: how many steps have read pages. */
export async function readRoster(
  { ports, run }: EnforcementWork,
  readingId: string,
): Promise<CollectedRoster & { readonly stepsDone: number }> {
  const { steps, roster, rosterPages, teams, progress } = ports;
  const list = `${readingId}/roster`;
  // All of the roster's metadata is kept, so that a team that is made tomorrow knows its members at once.
  let keysOfTeams: Promise<ReadonlySet<string>> | undefined;
  async function keptOf(user: ReadUser): Promise<RosterUser> {
    return withoutSecrets(user, user.secretKeys === undefined ? new Set() : await (keysOfTeams ??= readKeys(teams)));
  }
  async function* open(from: string | undefined): AsyncIterable<RosterPage> {
    for await (const page of roster.read(from)) {
      yield { ...page, users: await Promise.all(page.users.map(keptOf)) };
    }
  }
  const report = (pages: number) => progress?.report({ step: 'roster', done: pages });
  try {
    return await steps.group('roster', async (pageSteps) => {
      const stepsDone = await readPages(pageSteps, { list, pageStore: rosterPages, open, report }, 0);
      const collected = await pageSteps.run('people', async () => collectRoster(ports, run, rosterPages.read(list)));
      return { ...collected, stepsDone };
    });
  } finally {
    await rosterPages.drop(list);
  }
}

async function readKeys(store: TeamStore): Promise<ReadonlySet<string>> {
  const { teams, invalid } = await store.list();
  return metadataKeysOf([...teams, ...invalid]);
}

/** Compares the whole roster, as its pages have it, with what is known, and keeps what changed. */
export async function collectRoster(
  ports: EnforcementPorts,
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
  const reading = { today: run.today, at: run.at, lastAt: await lastReadAt(ports, run), isWhole };
  const change = diffRoster(known, [...read.values()], reading);
  // The journal first: after a stop in between, the difference would be gone.
  await ports.journal.append(entriesOf(change, run));
  await ports.users.put(change.changed);

  const everybody = new Set([...known, ...change.changed].map(({ userId }) => userId));
  const before = known.filter((user) => user.goneSince === undefined).length;
  const facts = { before, read: read.size, left: change.left, emailLost: change.emailLost, unreadable };
  return { usersCount: everybody.size, isDoubtful: isDoubtfulRoster(facts), problems: describeRoster(facts) };
}

/** A night reads the figures after the roster: when they were read, it had been. Undefined where none was of late. */
async function lastReadAt({ ledger }: TablePorts, { today, at }: RunContext): Promise<string | undefined> {
  const days = await ledger.listDays({ from: addDays(today, -readingsLookedAt), through: addDays(today, -1) });
  return days
    .map(({ readAt }) => readAt)
    .filter((readAt) => readAt < at)
    .toSorted()
    .at(-1);
}

const readingsLookedAt = 40;

function entriesOf(change: RosterChange, run: RunContext) {
  const { joined, left, emailChanged } = change;
  if (joined + left + emailChanged === 0) {
    return [];
  }
  const { runId, at } = run;
  const detail = { joined, left, emailChanged };
  return [{ id: `${runId}/roster`, at, kind: 'roster-changed', actor: 'curfew', runId, detail } as const];
}
