import type { Operations, OperationWork } from '../kernel/api/operation.ts';
import { Problem } from '../kernel/api/problem.ts';
import { unknownTeam } from '../kernel/api/refusals.ts';
import { knownUsers } from '../kernel/api/snapshot-of.ts';
import { makeAgreed, requireSeen } from '../kernel/records/api/proposal.ts';
import { editedTeams, proposeRemoval, proposeTeam, versionOf } from '../kernel/records/api/record-proposal.ts';
import { visibleTo } from '../kernel/records/api/visible-to.ts';
import { plainText } from '../kernel/texts/plain-text.ts';
import { recordDocument, recordFacts } from '../terminal/records/record-rows.ts';
import {
  teamStepDocument,
  teamSteps,
  teamVersionTable,
  currentMembers,
  teamTable,
  unknownKeys,
} from '../terminal/teams/team-tables.ts';
import { assignTeams } from './assign-teams.ts';
import { teamRecord } from './contract/team.ts';
import { teamsContract } from './contract/teams-contract.ts';
import { describeDoubles, describeInvalidTeam } from './team-problems.ts';
import type { Team } from './team.ts';

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
      text: (style) =>
        teams.length === 0
          ? 'There are no teams yet; make one with "teams set" or "teams import".'
          : teamTable(teams, countOf, style),
      notes: [
        ...(doubles.length > 0 ? [plainText(`Mind: ${describeDoubles(doubles)}.`)] : []),
        ...invalid.map(({ name, problem }) => plainText(`The row "${name}" of the table is not valid: ${problem}`)),
      ],
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
    const more = [
      ...members.map((user) => ['user', user] as const),
      ...elsewhere.map(({ who, team: other }) => ['in another team', `${who} (${other})`] as const),
    ];
    return {
      document: { ...recordDocument(teamRecord, team), users: members, elsewhere },
      text: (style) => recordFacts(teamRecord, team, { style, more }),
      notes: unknownKeys(team, users).map(
        (key) =>
          `No user has metadata "${plainText(key)}" as the roster was last read; if the platform has it by now, the members are known after the next nightly run.`,
      ),
      version: versionOf(await work.installation.teams.find({ name })),
    };
  },

  async setTeam(work, { body, name, ...terms }) {
    const proposal = await proposeTeam(work, { name, said: body });
    requireSeen(work, proposal.version, `the team "${plainText(name)}"`);
    return makeAgreed(work, proposal, terms);
  },

  async removeTeam(work, { name, ...terms }) {
    const proposal = await proposeRemoval(work, editedTeams(work), { name });
    requireSeen(work, proposal.version, `the team "${plainText(name)}"`);
    return makeAgreed(work, proposal, terms);
  },

  async listTeamVersions({ installation }, { name }) {
    const versions = await installation.teams.listVersions();
    const steps = teamSteps(versions.filter(({ key }) => name === undefined || key.name === name));
    return {
      document: { rows: steps.map(teamStepDocument), next: null },
      text: (style) => (steps.length === 0 ? 'No team was ever made there.' : teamVersionTable(steps, style)),
    };
  },
};

/** Teams: who belongs to them, and edits of them. */
export const teams = { contract: teamsContract, operations };

async function readTeams(work: OperationWork) {
  const [rows, users] = await Promise.all([work.installation.teams.list(), knownUsers(work)]);
  return { ...rows, users, assignment: assignTeams(users, rows.teams) };
}
