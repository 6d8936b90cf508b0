/** The highest use that a session ever reported, in the platform's unit. */
export interface SessionFigures {
  /** Its own, without its children. */
  readonly credits: number;
  readonly inclusiveCredits?: number;
  readonly childIds?: readonly string[];
}

/** Deeper families than any agent makes; deeper levels of a hostile one are ignored. */
const depthMax = 40;

/**
 * Returns the use of children that are no known sessions: what a session reports including children, minus the known
 * use of each. By session id; sessions that hide nothing are absent. Added to all own credits, the sum is at least what
 * any session reports, and counts nothing twice. `families` maps children to parents.
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
    // Set before recursing, so that circular families end.
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

/** Returns the rise of unlisted children's use between two looks, by the current families; may be negative. */
export function hiddenRise(
  known: ReadonlyMap<string, SessionFigures>,
  now: ReadonlyMap<string, SessionFigures>,
): number {
  return sumOf(hiddenCredits(now)) - sumOf(hiddenCredits(known, now));
}

function sumOf(credits: ReadonlyMap<string, number>): number {
  return [...credits.values()].reduce((sum, each) => sum + each, 0);
}
