import { termsIn } from '../../kernel/records/diff-records.ts';
import type { VersionOf } from '../../kernel/records/record-edit.ts';
import type { TeamKey } from '../../kernel/records/use-cases/ports.ts';
import type { KnownUser } from '../../roster/person.ts';
import type { TeamAssignment } from '../../teams/assign-teams.ts';
import { teamRecord } from '../../teams/contract/team.ts';
import type { Team, TeamTerms } from '../../teams/team.ts';
import { recordCells, recordColumns, describeVersions } from '../records/record-rows.ts';
import { stepTable, versionSteps, type VersionStep } from '../records/version-steps.ts';
import type { Style } from '../style.ts';
import { renderTable } from '../table.ts';

/** Teams with how many users each has, as a table. */
export function teamTable(teams: readonly Team[], countOf: (team: Team) => number, style: Style): string {
  const columns = [...recordColumns(teamRecord), { title: 'Users', align: 'right' } as const, { title: 'By' }];
  const rows = teams.map((team) => [...recordCells(teamRecord, team), String(countOf(team)), team.updatedBy]);
  return renderTable(columns, rows, style);
}

/** The users on the roster, as it was last read, who belong to each team: emails, or ids of those who have none. */
export function currentMembers(
  users: readonly KnownUser[],
  { teamOf }: TeamAssignment,
): ReadonlyMap<string, readonly string[]> {
  const current = users.filter(({ userId, goneSince }) => goneSince === undefined && teamOf.has(userId));
  const byTeam = Map.groupBy(current, ({ userId }) => teamOf.get(userId) ?? '');
  return new Map(
    [...byTeam].map(([name, group]) => [name, group.map(({ email, userId }) => email ?? userId).toSorted()]),
  );
}

/** Keys of metadata that a team is made of and nobody on the roster has. */
export function unknownKeys({ members }: Team, users: readonly KnownUser[]): readonly string[] {
  const keys = members.flatMap((rule) => (rule.kind === 'metadata' ? [rule.key] : []));
  return [...new Set(keys)].filter((key) => users.every(({ metadata = {} }) => !Object.hasOwn(metadata, key)));
}

type TeamVersion = VersionOf<TeamKey, Team>;

/** In the order of their moments; each with the version before it of the same team. */
export function teamSteps(versions: readonly TeamVersion[]): readonly VersionStep<TeamVersion>[] {
  return versionSteps(versions, ({ key }) => key.name);
}

export function teamStepDocument({ version, before }: VersionStep<TeamVersion>) {
  const { key, version: number, at, by, way } = version;
  const [earlier, later] = [termsOf(before), termsOf(version)];
  return {
    team: key.name,
    version: number,
    at,
    by,
    way,
    before: earlier === undefined ? null : teamRecord.document(earlier),
    after: later === undefined ? null : teamRecord.document(later),
  };
}

/** Versions of teams with who, when, how, before and after, as a table. */
export function teamVersionTable(steps: readonly VersionStep<TeamVersion>[], style: Style): string {
  return stepTable(
    steps,
    {
      names: ['Team'],
      cells: ({ key }) => [key.name],
      what: ({ version, before }) => describeVersions(teamRecord, termsOf(before), termsOf(version)),
    },
    style,
  );
}

function termsOf(version: TeamVersion | undefined): TeamTerms | undefined {
  return version?.terms === undefined ? undefined : termsIn(version.terms);
}
