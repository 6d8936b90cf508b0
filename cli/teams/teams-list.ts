import { renderTable } from '../../shared/terminal/table.ts';
import { assignTeams } from '../../shared/domain/teams/assign-teams.ts';
import { describeDoubles } from '../../shared/domain/teams/describe-teams.ts';
import { formatMemberRule } from '../../shared/domain/teams/member-rule.ts';
import { plainText } from '../../shared/terminal/plain-text.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { membersText, teamDocument } from './team-rows.ts';
import { currentMembers } from './team-users.ts';
import { withInstallation } from '../frame/with-installation.ts';

/** `teams list`: every team with how many users it has, and the rows of the table that cannot be read as one. */
export async function listTeams(context: CommandContext): Promise<ExitCode> {
  const { rows, users } = await withInstallation(context, async (installation) => ({
    rows: await installation.teams.list(),
    users: await installation.users.list(),
  }));
  const { teams, invalid } = rows;
  const assignment = assignTeams(users, teams);
  const members = currentMembers(users, assignment);
  const table = renderTable(
    [{ title: 'Team' }, { title: 'Users', align: 'right' }, { title: 'Members' }, { title: 'By' }],
    teams.map((team) => [
      team.name,
      String(members.get(team.name)?.length ?? 0),
      membersText(team.members.map(formatMemberRule)),
      team.updatedBy,
    ]),
    context.style,
  );
  context.tell({
    json: {
      teams: teams.map((team) => ({ ...teamDocument(team), users: members.get(team.name)?.length ?? 0 })),
      doubles: assignment.doubles.map(({ userId, email = null, teams: names, chosen }) => ({
        userId,
        email,
        teams: names,
        chosen,
      })),
      invalid: invalid.map(({ name, problem }) => ({ team: name, problem })),
    },
    text: teams.length === 0 ? 'There are no teams yet; make one with "teams set" or "teams import".' : table,
  });
  if (assignment.doubles.length > 0) {
    context.note(plainText(`Mind: ${describeDoubles(assignment.doubles)}.`));
  }
  for (const { name, problem } of invalid) {
    context.note(plainText(`The row "${name}" of the table is not valid: ${problem}`));
  }
  return exitCodes.done;
}
