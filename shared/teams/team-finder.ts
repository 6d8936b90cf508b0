import { emailKey } from '../roster/email.ts';
import type { RosterUser } from '../roster/person.ts';
import { type MemberRule, domainOf, domainOfGlob, matchesEmailGlob } from './member-rule.ts';
import { compareTeams, type TeamTerms } from './team.ts';

/** An email rule wins over a glob or metadata; between these two, the order of teams decides. */
const strengths = { email: 0, glob: 1, metadata: 1 } as const satisfies Record<MemberRule['kind'], number>;

/** Returns a function that finds a user's teams, the chosen one first. Rules are indexed. */
export function teamFinder<T extends TeamTerms>(teams: readonly T[]): (user: RosterUser) => readonly T[] {
  const rules = teams.flatMap((team) => team.members.map((rule) => ({ team, rule })));
  const byKey = Map.groupBy(rules, ({ rule }) => lookupKey(rule));
  return (user) => {
    const best = new Map<string, { readonly team: T; readonly strength: number }>();
    for (const key of keysOf(user)) {
      for (const { team, rule } of byKey.get(key) ?? []) {
        const strength = strengths[rule.kind];
        if (matches(rule, user) && strength < (best.get(team.name)?.strength ?? Infinity)) {
          best.set(team.name, { team, strength });
        }
      }
    }
    return [...best.values()]
      .toSorted((a, b) => a.strength - b.strength || compareTeams(a.team, b.team))
      .map(({ team }) => team);
  };
}

function lookupKey(rule: MemberRule): string {
  switch (rule.kind) {
    case 'email':
      return `email ${rule.email}`;
    case 'glob':
      return `domain ${domainOfGlob(rule.pattern) ?? '*'}`;
    case 'metadata':
      return metadataPlace(rule.key, rule.value);
  }
}

function keysOf({ email, metadata = {} }: RosterUser): readonly string[] {
  const ofMetadata = Object.entries(metadata).map(([key, value]) => metadataPlace(key, value));
  if (email === undefined) {
    return ofMetadata;
  }
  const key = emailKey(email);
  return [`email ${key}`, `domain ${domainOf(key)}`, 'domain *', ...ofMetadata];
}

function metadataPlace(key: string, value: string): string {
  return `metadata ${JSON.stringify([key, value])}`;
}

/** For emails and metadata the index key is the whole rule; for a glob only its domain. */
function matches(rule: MemberRule, { email }: RosterUser): boolean {
  return rule.kind !== 'glob' || (email !== undefined && matchesEmailGlob(rule.pattern, emailKey(email)));
}
