import type { Journal } from '../../../application/runs/ports.ts';
import { storedCopy } from '../../../contracts/tables/stored-copy.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { JournalEntry } from '../../../domain/journal/journal-entry.ts';
import { isSameEntry, refusedEntry } from '../../../domain/journal/refused-entry.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import type { Day } from '../../../domain/time/day.ts';

/** A journal whose entries other twins may write in one step with their own. */
export interface MemoryJournal extends Journal {
  /** The entry with the instant and the id of `entry`. */
  find(entry: JournalEntry): JournalEntry | undefined;
  /** Writes an entry unless it exists. */
  record(entry: JournalEntry): void;
}

/** The journal in memory, with the semantics of `dynamoJournal`. */
export function memoryJournal(): MemoryJournal {
  const entries = new Map<string, JournalEntry>();

  function record(entry: JournalEntry): void {
    const there = entries.get(keyOf(entry));
    if (there === undefined) {
      entries.set(keyOf(entry), storedCopy(entry));
    } else if (!isSameEntry(there, entry)) {
      const refused = refusedEntry(entry);
      entries.set(keyOf(refused ?? there), storedCopy(refused ?? there));
    }
  }

  const list: Journal['list'] = async ({ from, through }, countMax, kinds) => {
    const inRange = [...entries].filter(
      ([key, { kind }]) => from <= dayIn(key) && dayIn(key) <= through && (kinds === undefined || kinds.includes(kind)),
    );
    const ascending = sortedBy(inRange, ([key]) => key).slice(0, countMax);
    return storedCopy(ascending.map(([, entry]) => entry));
  };

  return {
    async append(added) {
      added.forEach(record);
    },
    list,
    listAs: async (range, kinds, read) => (await list(range, Infinity, kinds)).map(read),
    find(entry) {
      return storedCopy(entries.get(keyOf(entry)));
    },
    record,
  };
}

/** The instant in one spelling, which begins with its UTC day, then the id: ascending keys are ascending times. */
function keyOf({ at, id }: JournalEntry): string {
  const atMs = Date.parse(at);
  invariant(!Number.isNaN(atMs), 'a journal entry carries an instant');
  return `${new Date(atMs).toISOString()}#${id}`;
}

function dayIn(key: string): Day {
  return key.slice(0, 'YYYY-MM-DD'.length);
}
