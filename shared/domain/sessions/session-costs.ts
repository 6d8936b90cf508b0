import type { Session } from './session.ts';
import { creditsOf } from './session-credits.ts';

export const costGroups = ['session', 'model', 'tag', 'computer'] as const;
export type CostGroup = (typeof costGroups)[number];

/** What the sessions of one group have used, in the platform's unit. */
interface SessionCost {
  readonly name: string;
  readonly sessions: number;
  /** Of these, the platform did not say what they used. */
  readonly unknown: number;
  /** Their own credits: no child is counted twice. A session of several tags counts under each. */
  readonly credits: number;
}

/** What is used by model, tag, computer or session, the most first. Sessions without the field stand under `none`. */
export function sessionCosts(sessions: ReadonlyMap<string, Session>, by: CostGroup): readonly SessionCost[] {
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
