import { capChangeKinds, capChangesIn, type CapChange } from '../../../domain/journal/cap-entry.ts';
import { addDays, type Day } from '../../../domain/time/day.ts';
import type { Journal } from '../../runs/ports.ts';

const daysMax = 62;
const entriesMax = 200_000;

/** The last changes of one user's limit through a day, newest first; the journal is read backwards, two months at most. */
export async function recentCapChanges(
  journal: Journal,
  userId: string,
  { through, countMax }: { readonly through: Day; readonly countMax: number },
): Promise<readonly CapChange[]> {
  const changes: CapChange[] = [];
  let entriesLeft = entriesMax;
  for (let back = 0; back < daysMax && entriesLeft > 0 && changes.length < countMax; back += 1) {
    const day = addDays(through, -back);
    const entries = await journal.list({ from: day, through: day }, entriesLeft, capChangeKinds);
    entriesLeft -= entries.length;
    changes.push(...capChangesIn(entries, userId).toReversed());
  }
  return changes.slice(0, countMax);
}
