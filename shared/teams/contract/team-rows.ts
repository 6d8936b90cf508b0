import { shownKey, storedRecords, type TableRow } from '../../kernel/records/contract/versions/stored-record.ts';
import type { InvalidTeam } from '../team-problems.ts';
import type { Team } from '../team.ts';
import { teamMember, teamRecord } from './team.ts';

export const storedTeams = storedRecords(teamRecord);

/** A row without a position, written by hand, sorts after the others. */
const unsaidPosition = 1_000_000;

type ReadTeam =
  | { readonly kind: 'team'; readonly team: Team }
  | { readonly kind: 'invalid'; readonly invalid: InvalidTeam };

/** Reads one row, written by Curfew or by hand. Never throws, never guesses. */
export function readTeam(row: TableRow): ReadTeam {
  const read = storedTeams.read({ position: unsaidPosition, ...row });
  if (read.kind === 'record') {
    return { kind: 'team', team: read.record };
  }
  const members = row['members'] instanceof Set ? [...row['members']] : row['members'];
  const texts = Array.isArray(members) ? members.map((text) => teamMember.safeParse(text)) : [];
  return {
    kind: 'invalid',
    invalid: {
      ...shownKey(row, ['name']),
      problem: read.problem,
      members: texts.flatMap((rule) => (rule.success ? [rule.data] : [])),
      isOpen: texts.length === 0 || texts.some((rule) => !rule.success),
    },
  };
}

/** The row under a team's name, for an edit. */
export function foundTeam(row: TableRow | undefined) {
  return storedTeams.found(row && { position: unsaidPosition, ...row });
}
