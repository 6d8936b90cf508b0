import { invariant } from '../../kernel/invariant.ts';
import { PlatformUnavailableError } from '../../kernel/runs/ports.ts';
import { type Approval, type ComputerRecord, withReading } from '../computer-record.ts';
import {
  desiredFleet,
  type DesiredComputer,
  type DesiredFleet,
  readingOrder,
  findUnlisted,
  type UnlistedComputer,
} from '../desired-fleet.ts';
import type { FleetFacts } from '../ports.ts';
import { learnWords } from '../seen-computer.ts';
import type { ComputersWork, ComputerSettings } from './computers-work.ts';

export interface CollectedComputers {
  /** ISO instant of the run. */
  readonly at: string;
  readonly fleet: DesiredFleet;
  readonly invalid: readonly { readonly key: string; readonly problem: string }[];
  readonly read: readonly ReadOne[];
  readonly records: ReadonlyMap<string, ComputerRecord>;
  readonly approvals: ReadonlyMap<string, Approval>;
  readonly facts: FleetFacts;
  readonly departed: readonly string[];
  /** Absent when this run did not search for any. */
  readonly unlisted?: readonly UnlistedComputer[];
  readonly problems: readonly string[];
}

export interface ReadOne {
  readonly desired: DesiredComputer;
  readonly before: ComputerRecord;
  readonly record: ComputerRecord;
}

/** Parallel reads: few enough for any platform. */
const readingsAtOnce = 4;
/** After this many failures in a row the platform counts as down. */
const failuresMax = 8;
const sessionPagesMax = 100;

/** Reads the list, the stored records, and as many computers as a run may. */
export async function collectComputers(
  work: ComputersWork,
  settings: ComputerSettings['computers'],
  stopAtMs: number,
): Promise<CollectedComputers> {
  const { ports, run } = work;
  const listed = await ports.fleet.list();
  const known = await ports.store.read();
  const fleet = desiredFleet(listed.records);
  const before = new Map(known.records.map((record) => [record.name, record]));
  const chosen = readingOrder(fleet.computers, before, settings.readsPerRun);
  const { read, problems } = await readChosen(work, { chosen, before, stopAtMs });
  const names = new Set(fleet.computers.map(({ name }) => name));
  const records = new Map([...before].filter(([name]) => names.has(name)));
  let { words } = known.facts;
  for (const { desired, record } of read) {
    records.set(desired.name, record);
    words = record.found === undefined ? words : learnWords(words, record.found, run.today);
  }
  const searched = await searchSessions(work, { fleet, records, facts: known.facts, settings });
  const isWhole = problems.length === 0 && read.length === fleet.computers.length;
  return {
    at: run.at,
    fleet,
    invalid: listed.invalid,
    read,
    records,
    approvals: new Map(known.approvals.map((approval) => [approval.name, approval])),
    facts: {
      ...known.facts,
      words,
      ...(searched !== undefined && { searchedOn: run.today }),
      ...(isWhole && { wholeAt: run.at }),
    },
    departed: [...before.keys()].filter((name) => !names.has(name)),
    unlisted: searched,
    problems,
  };
}

async function readChosen(
  { ports, run, lease }: ComputersWork,
  {
    chosen,
    before,
    stopAtMs,
  }: {
    readonly chosen: readonly DesiredComputer[];
    readonly before: ReadonlyMap<string, ComputerRecord>;
    readonly stopAtMs: number;
  },
): Promise<{ readonly read: readonly ReadOne[]; readonly problems: readonly string[] }> {
  const read: ReadOne[] = [];
  const problems: string[] = [];
  let failures = 0;
  for (let from = 0; from < chosen.length; from += readingsAtOnce) {
    if (failures >= failuresMax || ports.clock.now() >= stopAtMs) {
      problems.push(`${chosen.length - from} computers were not read; the next run reads them`);
      break;
    }
    await lease.keep();
    const some = chosen.slice(from, from + readingsAtOnce);
    const answers = await Promise.all(some.map(async ({ name }) => ports.computers.find(name)));
    answers.forEach((answer, index) => {
      const desired = some[index];
      invariant(desired !== undefined, 'every answer is about a computer that was asked for');
      failures = answer.kind === 'failed' ? failures + 1 : 0;
      if (answer.kind === 'failed') {
        problems.push(`The computer ${desired.name} could not be read: ${answer.problem}`);
        return;
      }
      const known = before.get(desired.name) ?? { name: desired.name, attempts: [] };
      read.push({ desired, before: known, record: withReading(known, answer, run.at) });
    });
  }
  if (read.length === 0 && problems.length > 0) {
    throw new PlatformUnavailableError(problems[0] ?? 'no computer could be read');
  }
  return { read, problems };
}

/**
 * Searches the sessions once a day for computers that are not on the list. Starts only after every listed computer was
 * read: before, a listed one's id may be unknown.
 */
async function searchSessions(
  { ports, run }: ComputersWork,
  {
    fleet,
    records,
    facts,
    settings,
  }: {
    readonly fleet: DesiredFleet;
    readonly records: ReadonlyMap<string, ComputerRecord>;
    readonly facts: FleetFacts;
    readonly settings: ComputerSettings['computers'];
  },
): Promise<readonly UnlistedComputer[] | undefined> {
  const isRead = fleet.computers.every(({ name }) => records.get(name)?.readAt !== undefined);
  const isDue = settings.searchSessions && facts.searchedOn !== run.today;
  if (!isDue || !isRead || fleet.computers.length === 0) {
    return undefined;
  }
  const sessionsOf = new Map<string, Set<string>>();
  let pages = 0;
  try {
    for await (const { sessions } of ports.sessions.pages()) {
      for (const { computerId, sessionId } of sessions) {
        if (computerId !== undefined) {
          sessionsOf.set(computerId, (sessionsOf.get(computerId) ?? new Set()).add(sessionId));
        }
      }
      pages += 1;
      if (pages >= sessionPagesMax) {
        break;
      }
    }
  } catch (error) {
    // The next run searches again; the computers themselves are read.
    if (error instanceof PlatformUnavailableError) {
      return undefined;
    }
    throw error;
  }
  const counts = new Map([...sessionsOf].map(([computerId, sessions]) => [computerId, sessions.size]));
  return findUnlisted(counts, [...records.values()]);
}
