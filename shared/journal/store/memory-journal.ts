import { storedCopy } from '../../kernel/contract/stored-copy.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { Journal } from '../../kernel/runs/ports.ts';
import { sortedBy } from '../../kernel/texts/compare-text.ts';
import type { Day } from '../../kernel/time/day.ts';
import { isSameEntry, refusedEntry } from '../cap-entry.ts';
import type { JournalEntry } from '../journal-entry.ts';

export interface MemoryJournal extends Journal {
  find(entry: JournalEntry): JournalEntry | undefined;
  record(entry: JournalEntry): void;
}

/** `dynamoJournal` in memory. */
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

  const list: Journal['list'] = async ({ from, through, isFromEnd = false }, countMax, kinds, subject) => {
    const inRange = [...entries].filter(
      ([key, entry]) =>
        from <= dayIn(key) &&
        dayIn(key) <= through &&
        (kinds === undefined || kinds.includes(entry.kind)) &&
        (subject === undefined || entry.subject === subject),
    );
    const sorted = sortedBy(inRange, ([key]) => key);
    const ascending = sorted.slice(isFromEnd ? Math.max(0, sorted.length - countMax) : 0).slice(0, countMax);
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

/** The normalized instant, which starts with its UTC day, then the id: keys sort by time. */
function keyOf({ at, id }: JournalEntry): string {
  const atMs = Date.parse(at);
  invariant(!Number.isNaN(atMs), 'a journal entry carries an instant');
  return `${new Date(atMs).toISOString()}#${id}`;
}

function dayIn(key: string): Day {
  return key.slice(0, 'YYYY-MM-DD'.length);
}
