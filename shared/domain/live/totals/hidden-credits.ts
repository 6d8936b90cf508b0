/** What a session ever said of its use, at most; in the platform's unit. */
export interface SessionFigures {
  /** Its own, without its children. */
  readonly credits: number;
  /** With all its children. */
  readonly inclusiveCredits?: number;
  /** The sessions that it names as its children. */
  readonly childIds?: readonly string[];
}

/** Deeper families than any agent makes; what a hostile one says below is not looked at. */
const depthMax = 40;

/**
 * What the children of sessions used that are no known sessions themselves: what a session says of itself and all its
 * children, less what is known of each. By session id; those that hide nothing are absent. With it, the sum of all own
 * credits is at least what any session says of itself and its children, and counts nothing twice. `families` tells whose
 * children are whose.
 */
export function hiddenCredits(
  sessions: ReadonlyMap<string, SessionFigures>,
  families: ReadonlyMap<string, Pick<SessionFigures, 'childIds'>> = sessions,
): ReadonlyMap<string, number> {
  const hidden = new Map<string, number>();
  const totals = new Map<string, number>();
  const totalOf = (id: string, depth: number): number => {
    const known = totals.get(id);
    const session = sessions.get(id);
    if (known !== undefined || session === undefined) {
      return known ?? 0;
    }
    const { credits, inclusiveCredits = 0 } = session;
    const childIds = families.get(id)?.childIds ?? [];
    // Until it is known: families that go round in a circle come to an end.
    totals.set(id, credits);
    const children = depth < depthMax ? [...new Set(childIds)].filter((child) => child !== id) : [];
    const seen = children.reduce((sum, child) => sum + totalOf(child, depth + 1), credits);
    if (inclusiveCredits > seen) {
      hidden.set(id, inclusiveCredits - seen);
    }
    totals.set(id, Math.max(seen, inclusiveCredits));
    return Math.max(seen, inclusiveCredits);
  };
  for (const [id, { inclusiveCredits }] of sessions) {
    if (inclusiveCredits !== undefined) {
      totalOf(id, 0);
    }
  }
  return hidden;
}

/**
 * By how much the use of children that are not listed has risen between two looks; less than 0 where one of them is
 * listed now. Both with the families of now: a child of which a parent says only now that it is one used nothing again.
 */
export function hiddenRise(
  known: ReadonlyMap<string, SessionFigures>,
  now: ReadonlyMap<string, SessionFigures>,
): number {
  return sumOf(hiddenCredits(now)) - sumOf(hiddenCredits(known, now));
}

function sumOf(credits: ReadonlyMap<string, number>): number {
  return [...credits.values()].reduce((sum, each) => sum + each, 0);
}
