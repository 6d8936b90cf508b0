import type { Operations, OperationWork } from '../kernel/api/operation.ts';
import { Problem } from '../kernel/api/problem.ts';
import { unknownTeam } from '../kernel/api/refusals.ts';
import { knownUsers } from '../kernel/api/snapshot-of.ts';
import { recordDocument, versionDocuments } from '../kernel/records/api/record-documents.ts';
import { teamEdits, versionOf } from '../kernel/records/api/record-proposal.ts';
import { visibleTo } from '../kernel/records/api/visible-to.ts';
import { termsIn } from '../kernel/records/diff-records.ts';
import { plainText } from '../kernel/texts/plain-text.ts';
import type { KnownUser } from '../roster/person.ts';
import { assignSharedUsers, type TeamAssignment } from './assign-teams.ts';
import { teamRecord } from './contract/team.ts';
import { teamsContract } from './contract/teams-contract.ts';
import { describeInvalidTeam } from './team-problems.ts';
import type { Team, TeamTerms } from './team.ts';

const operations: Operations<typeof teamsContract> = {
  async listTeams(work) {
    const visible = await visibleTo(work);
    const { users, assignment, ...all } = await readTeams(work);
    const teams = all.teams.filter(({ name }) => visible.team(name));
    const invalid = all.invalid.filter(({ name }) => visible.team(name));
    const doubles = assignment.doubles.filter(({ email = '' }) => work.onlyTeams === undefined || visible.email(email));
    const members = currentMembers(users, assignment);
    const countOf = ({ name }: Team): number => members.get(name)?.length ?? 0;
    return {
      document: {
        rows: teams.map((team) => ({ ...recordDocument(teamRecord, team), users: countOf(team) })),
        next: null,
        doubles: doubles.map(({ userId, email = null, teams: names, chosen }) => ({
          userId,
          email,
          teams: names,
          chosen,
        })),
        invalid: invalid.map(({ name, problem }) => ({ team: name, problem })),
      },
    };
  },

  async showTeam(work, { name }) {
    const visible = await visibleTo(work);
    const { teams, invalid, users, assignment } = await readTeams(work);
    const team = teams.find((each) => each.name === name && visible.team(name));
    if (team === undefined) {
      const broken = invalid.find((row) => row.name === name && visible.team(name));
      throw broken === undefined
        ? unknownTeam(
            name,
            teams.flatMap((each) => (visible.team(each.name) ? [each.name] : [])),
          )
        : new Problem('not-found', plainText(describeInvalidTeam(broken)));
    }
    const members = currentMembers(users, assignment).get(name) ?? [];
    // Who would belong here too, were it not for a stronger rule or an earlier team.
    const elsewhere = assignment.doubles
      .filter((double) => double.teams.includes(name) && double.chosen !== name)
      .map(({ userId, email, chosen }) => ({ who: email ?? userId, team: chosen }));
    return {
      document: {
        ...recordDocument(teamRecord, team),
        users: members,
        elsewhere,
        unknownKeys: unknownKeys(team, users),
      },
      version: versionOf(await work.installation.teams.find({ name })),
    };
  },

  setTeam: teamEdits.set,
  removeTeam: teamEdits.remove,

  async listTeamVersions({ installation }, { name }) {
    const versions = await installation.teams.listVersions();
    const shown = versions.filter(({ key }) => name === undefined || key.name === name);
    const rows = versionDocuments(shown, {
      key: ({ key }) => key.name,
      names: ({ key }) => ({ team: key.name }),
      shown: ({ terms }) => terms && teamRecord.document(termsIn<TeamTerms>(terms)),
    });
    return { document: { rows, next: null } };
  },
};

/** Teams: who belongs to them, and edits of them. */
export const teams = { contract: teamsContract, operations };

async function readTeams(work: OperationWork) {
  const [rows, users] = await Promise.all([work.installation.teams.list(), knownUsers(work)]);
  return { ...rows, users, assignment: assignSharedUsers(users, rows.teams) };
}

/** The users on the roster, as it was last read, who belong to each team: emails, or ids of those who have none. */
function currentMembers(
  users: readonly KnownUser[],
  { teamOf }: TeamAssignment,
): ReadonlyMap<string, readonly string[]> {
  const current = users.filter(({ userId, goneSince }) => goneSince === undefined && teamOf.has(userId));
  const byTeam = Map.groupBy(current, ({ userId }) => teamOf.get(userId) ?? '');
  return new Map(
    [...byTeam].map(([name, group]) => [name, group.map(({ email, userId }) => email ?? userId).toSorted()]),
  );
}

/** Keys of metadata that a team is made of and no user on the roster has. */
function unknownKeys({ members }: Team, users: readonly KnownUser[]): readonly string[] {
  const keys = members.flatMap((rule) => (rule.kind === 'metadata' ? [rule.key] : []));
  return [...new Set(keys)].filter((key) => users.every(({ metadata = {} }) => !Object.hasOwn(metadata, key)));
}
