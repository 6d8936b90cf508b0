import type { Session } from './session.ts';

/** Credits of a session in the platform's unit; undefined: the platform did not say. */
interface SessionCredits {
  /** Its own, without those of its children. */
  readonly own: number | undefined;
  /** With all its children. */
  readonly inclusive: number | undefined;
}

type Sessions = ReadonlyMap<string, Session>;

/**
 * The credits of a session, each figure from the other and the children where only one is said. What cannot be derived
 * without guessing stays unknown. The shape of what a session says of its children is not shown, so that only their ids
 * are taken from it.
 */
export function creditsOf(session: Session, all: Sessions): SessionCredits {
  const { ownCredits, inclusiveCredits, childIds } = session;
  const children = childIds.map((id) => all.get(id)?.inclusiveCredits ?? leafCredits(all.get(id)));
  const known = children.flatMap((credits) => credits ?? []);
  const childCredits = known.length === children.length ? known.reduce((sum, each) => sum + each, 0) : undefined;
  const own = ownCredits ?? difference(inclusiveCredits, childCredits);
  const inclusive = inclusiveCredits ?? sum(ownCredits, childCredits);
  // A platform that contradicts itself has said at least the larger figure.
  return { own, inclusive: own !== undefined && inclusive !== undefined ? Math.max(own, inclusive) : inclusive };
}

/** The least that a session has used, as far as the platform said anything. */
export function leastCredits(session: Session, all: Sessions): number | undefined {
  const { own, inclusive } = creditsOf(session, all);
  return inclusive ?? own;
}

/** The ids of all sessions that another one names as its child. */
export function childIdsIn(sessions: Iterable<Session>): ReadonlySet<string> {
  return new Set([...sessions].flatMap(({ childIds }) => childIds));
}

function leafCredits(session: Session | undefined): number | undefined {
  return session?.childIds.length === 0 ? session.ownCredits : undefined;
}

function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}

function difference(whole: number | undefined, part: number | undefined): number | undefined {
  return whole === undefined || part === undefined ? undefined : Math.max(0, whole - part);
}
