import { plainText } from '../../shared/terminal/plain-text.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { assignTeams } from '../../shared/domain/teams/assign-teams.ts';
import { describeInvalidTeam } from '../../shared/domain/teams/describe-teams.ts';
import { formatMemberRule } from '../../shared/domain/teams/member-rule.ts';
import type { Team } from '../../shared/domain/teams/team.ts';
import type { KnownUser } from '../../shared/domain/roster/person.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { teamDocument } from './team-rows.ts';
import { currentMembers } from './team-users.ts';
import { withInstallation } from '../frame/with-installation.ts';

/** `teams show NAME`: all facts of one team, and who belongs to it. */
export async function showTeam(context: CommandContext, name: string): Promise<ExitCode> {
  const { rows, users } = await withInstallation(context, async (installation) => ({
    rows: await installation.teams.list(),
    users: await installation.users.list(),
  }));
  const team = rows.teams.find((each) => each.name === name);
  if (team === undefined) {
    const broken = rows.invalid.find((row) => row.name === name);
    throw new CommandError(
      broken === undefined
        ? `There is no team "${plainText(name)}"; see "teams list"`
        : plainText(describeInvalidTeam(broken)),
    );
  }
  const assignment = assignTeams(users, rows.teams);
  const members = currentMembers(users, assignment).get(name) ?? [];
  // Who would belong here too, were it not for a stronger rule or an earlier team.
  const elsewhere = assignment.doubles
    .filter((double) => double.teams.includes(name) && double.chosen !== name)
    .map(({ userId, email, chosen }) => ({ who: email ?? userId, team: chosen }));
  context.tell({
    json: { ...teamDocument(team), users: members, elsewhere },
    text: describe(context, team, { members, elsewhere }),
  });
  unknownKeys(team, users).forEach((key) =>
    context.note(
      `No user has metadata "${plainText(key)}" as the roster was last read; what teams are not known by is not kept, so that it may be there after the next run.`,
    ),
  );
  return exitCodes.done;
}

function describe(
  { style }: CommandContext,
  team: Team,
  whose: {
    readonly members: readonly string[];
    readonly elsewhere: readonly { readonly who: string; readonly team: string }[];
  },
): string {
  const facts = [
    ['position', String(team.position)],
    ['version', String(team.version)],
    ['updatedBy', team.updatedBy],
    ['updatedAt', team.updatedAt],
    ...team.members.map((rule) => ['member', formatMemberRule(rule)]),
    ...whose.members.map((user) => ['user', user]),
    ...whose.elsewhere.map(({ who, team: other }) => ['in another team', `${who} (${other})`]),
  ];
  return renderTable([{ title: 'Team' }, { title: team.name }], facts, style);
}

function unknownKeys({ members }: Team, users: readonly KnownUser[]): readonly string[] {
  const keys = members.flatMap((rule) => (rule.kind === 'metadata' ? [rule.key] : []));
  return [...new Set(keys)].filter((key) => users.every(({ metadata = {} }) => !Object.hasOwn(metadata, key)));
}
