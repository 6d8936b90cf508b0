import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { invariant } from '../domain/invariant.ts';
import type { InvalidTeam } from '../domain/teams/invalid-team.ts';
import { formatMemberRule } from '../domain/teams/member-rule.ts';
import type { Team, TeamTerms } from '../domain/teams/team.ts';
import { describeRowProblem, told } from './budget-row.ts';
import { quotedValue, shownValue } from './quoted-value.ts';
import { teamMember, teamMembers, teamName, teamPosition } from './team-row.ts';

/** A row that was written by hand and says no place comes behind those that were placed. */
const unsaidPosition = 1_000_000;

/**
 * A row of the teams table. What Curfew adds to the fields of admins is missing from a row that was written by hand:
 * such a row has version 0, and its author and moment are not known.
 */
const StoredTeamRow = z.strictObject({
  name: teamName,
  members: teamMembers,
  position: teamPosition.default(unsaidPosition),
  version: z
    .int({ error: told('is not a whole number', 'remove it') })
    .min(0, { error: told('is negative', 'remove it') })
    .default(0),
  updatedBy: z
    .string({ error: told('is not a text', 'remove it') })
    .max(320, { error: told('is too long', 'remove it') })
    .default('direct edit'),
  updatedAt: z.iso
    .datetime({ error: told('is not an instant in UTC', 'remove it') })
    .default('1970-01-01T00:00:00.000Z'),
});

/** A row as the table gives it. */
type Row = Readonly<Record<string, unknown>>;

export type ReadTeam =
  | { readonly kind: 'team'; readonly team: Team }
  | { readonly kind: 'invalid'; readonly invalid: InvalidTeam };

/** Reads one row of the teams table, written by Curfew or by hand. Never throws and never guesses. */
export function readStoredTeam(stored: Row): ReadTeam {
  // Tools that edit tables offer sets where a list is meant.
  const row = stored['members'] instanceof Set ? { ...stored, members: [...stored['members']] } : stored;
  const read = StoredTeamRow.safeParse(row);
  if (!read.success) {
    return invalid(row, describeRowProblem(read.error).join('. '));
  }

  // The name is the key by which budgets name the team: another spelling of it would be another team.
  if (row['name'] !== read.data.name) {
    const fault = `field "name": ${quotedValue(row['name'])} is not in its exact form`;
    return invalid(row, `${fault}; write it as ${quotedValue(read.data.name)}`);
  }
  return { kind: 'team', team: read.data };
}

/** The row of the teams table that stands for a team. */
export function formatStoredTeam({ members, ...team }: Team): Record<string, unknown> {
  return { ...team, members: members.map(formatMemberRule) };
}

/** An edit of one team, as its store takes it. Without terms the team is removed. */
interface Edit {
  readonly name: string;
  readonly seenVersion: number;
  readonly terms?: TeamTerms;
}

/** The team that an edit makes; undefined when it removes one. */
export function editedTeam(
  { name, seenVersion, terms }: Edit,
  author: { readonly name: string; readonly at: string },
): Team | undefined {
  if (terms === undefined) {
    return undefined;
  }
  invariant(terms.name === name, 'the terms of an edit are those of its team');
  const team = { ...terms, version: seenVersion + 1, updatedBy: author.name, updatedAt: author.at };
  const read = readStoredTeam(formatStoredTeam(team));
  invariant(read.kind === 'team', 'only sound terms are written');
  return read.team;
}

/** Tells whether a row is as an edit was made on: its version, or 0 for one without a version or no row at all. */
export function isTeamAsSeen(row: Row | undefined, { seenVersion, terms }: Edit): boolean {
  const isThere = row !== undefined || terms !== undefined;
  return isThere && (row?.['version'] ?? 0) === seenVersion;
}

/** Tells whether a row holds a team, by the same author, whenever it was written. */
export function holdsTeam(row: Row | undefined, team: Team): boolean {
  const read = row === undefined ? undefined : readStoredTeam(row);
  return read?.kind === 'team' && isDeepStrictEqual({ ...read.team, updatedAt: '' }, { ...team, updatedAt: '' });
}

function invalid(row: Row, problem: string): ReadTeam {
  const texts = Array.isArray(row['members']) ? row['members'].map((text) => teamMember.safeParse(text)) : [];
  return {
    kind: 'invalid',
    invalid: {
      name: shownValue(row['name']),
      problem,
      members: texts.flatMap((read) => (read.success ? [read.data] : [])),
      isOpen: texts.length === 0 || texts.some((read) => !read.success),
    },
  };
}
