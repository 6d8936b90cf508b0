import type { Session } from './session.ts';

/**
 * Returns a session's credits, each figure derived from the other and the children where only one is given. What cannot
 * be derived without guessing stays unknown. The children's format is undocumented, so only their ids are used.
 */
export function creditsOf(
  session: Session,
  all: ReadonlyMap<string, Session>,
): { readonly own: number | undefined; readonly inclusive: number | undefined } {
  const { ownCredits, inclusiveCredits, childIds } = session;
  const children = childIds.map((id) => all.get(id)?.inclusiveCredits ?? leafCredits(all.get(id)));
  const known = children.flatMap((credits) => credits ?? []);
  const childCredits = known.length === children.length ? known.reduce((sum, each) => sum + each, 0) : undefined;
  const own = ownCredits ?? difference(inclusiveCredits, childCredits);
  const inclusive = inclusiveCredits ?? sum(ownCredits, childCredits);
  // A contradictory platform has reported at least the larger figure.
  return { own, inclusive: own !== undefined && inclusive !== undefined ? Math.max(own, inclusive) : inclusive };
}

export function leastCredits(session: Session, all: ReadonlyMap<string, Session>): number | undefined {
  const { own, inclusive } = creditsOf(session, all);
  return inclusive ?? own;
}

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

export const costGroups = ['session', 'model', 'tag', 'computer'] as const;
export type CostGroup = (typeof costGroups)[number];

/** Returns use by model, tag, computer or session, descending. Sessions without the field are under `none`. */
export function sessionCosts(
  sessions: ReadonlyMap<string, Session>,
  by: CostGroup,
): readonly {
  readonly name: string;
  readonly sessions: number;
  readonly unknown: number;
  /** Their own credits: no child is counted twice. A session with several tags counts under each. */
  readonly credits: number;
}[] {
  const groups = new Map<string, { sessions: number; unknown: number; credits: number }>();
  for (const session of sessions.values()) {
    const { own } = creditsOf(session, sessions);
    for (const name of namesOf(session, by)) {
      const group = groups.get(name) ?? { sessions: 0, unknown: 0, credits: 0 };
      group.sessions += 1;
      group.unknown += own === undefined ? 1 : 0;
      group.credits += own ?? 0;
      groups.set(name, group);
    }
  }
  return [...groups]
    .map(([name, group]) => ({ name, ...group }))
    .toSorted((a, b) => b.credits - a.credits || Number(a.name > b.name) - Number(a.name < b.name));
}

function namesOf(
  { sessionId, model = 'none', computerId = 'none', tags = [] }: Session,
  by: CostGroup,
): readonly string[] {
  switch (by) {
    case 'session':
      return [sessionId];
    case 'model':
      return [model];
    case 'computer':
      return [computerId];
    case 'tag':
      return tags.length === 0 ? ['none'] : [...new Set(tags.map(({ name }) => name))];
  }
}
