import { lookThatCounts, markOfPages, type LastLook, type ServedPages } from '../../history/last-look.ts';
import { isWholeReadDue, type WatchState } from '../../history/watch-state.ts';
import type { ControlsHistory } from '../ports.ts';
import type { WatchWork } from '../watch-work.ts';

/** The last look, when everything it covered is unchanged. Throws what reading the history throws. */
export async function sameAsLastLook(work: WatchWork, state: WatchState): Promise<LastLook | undefined> {
  const { ports, order, at, anchoring } = work;
  // A dry run leaves no heartbeat, and shows what a run would do.
  if (order.dryRun || (await anchoring.faults()).length > 0) {
    return undefined;
  }
  const look = lookThatCounts(await anchoring.head(), state, at);
  const isDue = look !== undefined && !look.served.isWhole && isWholeReadDue(state, order.atMs);
  return look !== undefined && !isDue && (await isServed(ports.history, look.served)) ? look : undefined;
}

async function isServed(history: ControlsHistory, { count, isWhole, mark }: ServedPages): Promise<boolean> {
  const marks: string[] = [];
  for await (const each of history.marks?.() ?? []) {
    if (marks.length === count) {
      return false;
    }
    marks.push(each);
    if (marks.length === count && !isWhole) {
      break;
    }
  }
  return marks.length === count && markOfPages(marks) === mark;
}
