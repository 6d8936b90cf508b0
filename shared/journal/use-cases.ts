import type { Journal } from '../kernel/runs/ports.ts';
import { daysOf, type DayRange } from '../kernel/time/day.ts';
import type { JournalEntry, JournalKind } from './journal-entry.ts';

interface EntriesWanted {
  readonly range: DayRange;
  readonly kind?: JournalKind | undefined;
  /** Part of the actor, in any case. */
  readonly actor?: string | undefined;
  /** Part of the subject or of the email of a limit's user, in any case. */
  readonly subject?: string | undefined;
  readonly run?: string | undefined;
  readonly isNewestFirst: boolean;
}

/** Entries of one day that are searched: more than a night of the largest organization writes. */
const entriesOfDayMax = 200_000;

/** Finds entries in a range of days, day by day, and stops reading once there are enough. */
export async function findEntries(
  journal: Journal,
  wanted: EntriesWanted,
  countMax: number,
): Promise<readonly JournalEntry[]> {
  const { range, kind, isNewestFirst } = wanted;
  const days = isNewestFirst ? daysOf(range).toReversed() : daysOf(range);
  const found: JournalEntry[][] = [];
  let left = countMax;
  for (const day of days) {
    if (left <= 0) {
      break;
    }
    const ofDay = { from: day, through: day, isFromEnd: isNewestFirst };
    const readMax = isFiltered(wanted) ? entriesOfDayMax : left;
    const entries = await journal.list(ofDay, readMax, kind === undefined ? undefined : [kind]);
    const own = entries.filter((entry) => isWanted(entry, wanted));
    const taken = (isNewestFirst ? own.toReversed() : own).slice(0, left);
    found.push(taken);
    left -= taken.length;
  }
  return found.flat();
}

function isFiltered({ actor, subject, run }: EntriesWanted): boolean {
  return actor !== undefined || subject !== undefined || run !== undefined;
}

function isWanted(entry: JournalEntry, { actor, subject, run }: EntriesWanted): boolean {
  const { email } = entry.detail;
  const about = [entry.subject ?? '', ...(typeof email === 'string' ? [email] : [])];
  return (
    (run === undefined || entry.runId === run) &&
    holds(entry.actor, actor) &&
    about.some((text) => holds(text, subject))
  );
}

function holds(text: string, letters: string | undefined): boolean {
  return letters === undefined || text.toLowerCase().includes(letters.toLowerCase());
}
