import { plainText } from '../../shared/terminal/plain-text.ts';
import { formatTeamCsv, formatTeamYaml } from '../../shared/contracts/files/team-rows.ts';
import { teamRecord } from '../../shared/contracts/records/team.ts';
import { noEdits } from '../../shared/domain/impact/proposed-edits.ts';
import { termsIn } from '../../shared/domain/records/diff-records.ts';
import type { KnownUser } from '../../shared/domain/roster/person.ts';
import { assignTeams, type TeamAssignment } from '../../shared/domain/teams/assign-teams.ts';
import { describeDoubles, describeInvalidTeam } from '../../shared/domain/teams/describe-teams.ts';
import { nextPosition, type WantedTeam } from '../../shared/domain/teams/place-teams.ts';
import type { Team, TeamTerms } from '../../shared/domain/teams/team.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { teamPorts, withInstallation } from '../frame/with-installation.ts';
import { exportRecords, removeOne, setOne, type EditedRecord } from '../records/edit-commands.ts';
import { carryOutImport, type ImportOptions } from '../records/import-changes.ts';
import { plannedTeams } from '../records/planned-imports.ts';
import { impactOptionsOf, type ImpactOptions } from '../records/impact-options.ts';
import { plainFromGiven, termsFrom, type Given } from '../records/record-options.ts';
import { recordCells, recordColumns, recordDocument, recordFacts } from '../../shared/terminal/records/record-rows.ts';
import { validFileFrom } from '../records/valid-file.ts';

/** `teams list`: every team with how many users it has, and the rows of the table that cannot be read as one. */
export async function listTeams(context: CommandContext): Promise<ExitCode> {
  const { teams, invalid, users, assignment } = await readTeams(context);
  const members = currentMembers(users, assignment);
  const countOf = ({ name }: Team): number => members.get(name)?.length ?? 0;
  const columns = [...recordColumns(teamRecord), { title: 'Users', align: 'right' } as const, { title: 'By' }];
  const rows = teams.map((team) => [...recordCells(teamRecord, team), String(countOf(team)), team.updatedBy]);
  context.tell({
    json: {
      teams: teams.map((team) => ({ ...recordDocument(teamRecord, team), users: countOf(team) })),
      doubles: assignment.doubles.map(({ userId, email = null, teams: names, chosen }) => ({
        userId,
        email,
        teams: names,
        chosen,
      })),
      invalid: invalid.map(({ name, problem }) => ({ team: name, problem })),
    },
    text:
      teams.length === 0
        ? 'There are no teams yet; make one with "teams set" or "teams import".'
        : renderTable(columns, rows, context.style),
  });
  if (assignment.doubles.length > 0) {
    context.note(plainText(`Mind: ${describeDoubles(assignment.doubles)}.`));
  }
  for (const { name, problem } of invalid) {
    context.note(plainText(`The row "${name}" of the table is not valid: ${problem}`));
  }
  return exitCodes.done;
}

/** `teams show NAME`: all facts of one team, and who belongs to it. */
export async function showTeam(context: CommandContext, name: string): Promise<ExitCode> {
  const { teams, invalid, users, assignment } = await readTeams(context);
  const team = teams.find((each) => each.name === name);
  if (team === undefined) {
    const broken = invalid.find((row) => row.name === name);
    throw new CommandError(
      broken === undefined
        ? `There is no team "${plainText(name)}"; see "teams list"`
        : plainText(describeInvalidTeam(broken)),
    );
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
  context.tell({
    json: { ...recordDocument(teamRecord, team), users: members, elsewhere },
    text: recordFacts(teamRecord, team, { style: context.style, more }),
  });
  unknownKeys(team, users).forEach((key) =>
    context.note(
      `No user has metadata "${plainText(key)}" as the roster was last read; if the platform has it by now, the members are known after the next nightly run.`,
    ),
  );
  return exitCodes.done;
}

/** `teams set NAME --member …`: the members given are all that the team has; what is not said stays as it is. */
export async function setTeam(context: CommandContext, given: Given): Promise<ExitCode> {
  const [name = ''] = given.words;
  const { plain } = plainFromGiven(teamRecord, given);
  return setOne(context, editedTeams, {
    key: { name: name.trim() },
    options: impactOptionsOf(given),
    termsFrom: (before, all) => {
      const kept = before === undefined ? { position: nextPosition(all) } : teamRecord.format(termsIn(before));
      return termsFrom(teamRecord, { ...kept, ...plain });
    },
  });
}

/** `teams rm NAME`. Its budgets stay, and bind nobody. */
export async function removeTeam(context: CommandContext, name: string, options: ImpactOptions): Promise<ExitCode> {
  return removeOne(context, editedTeams, { key: { name }, options });
}

/** `teams export [FILE]`. */
export async function exportTeams(context: CommandContext, path: string | undefined): Promise<ExitCode> {
  return exportRecords(context, path, {
    name: 'team',
    async read(installation) {
      const { teams, invalid } = await installation.teams.list();
      return {
        csv: () => formatTeamCsv(teams),
        yaml: () => formatTeamYaml(teams),
        documents: teams.map((team) => recordDocument(teamRecord, team)),
        leftOut: invalid.map(({ name, problem }) => ({
          document: { team: name, problem },
          note: `Left out: the row "${name}" of the table is not valid: ${problem}`,
        })),
      };
    },
  });
}

/** `teams import FILE`: shows what it would do first, and does it once somebody says yes. */
export async function importTeams(context: CommandContext, path: string, options: ImportOptions): Promise<ExitCode> {
  const file = validFileFrom(context, path, 'teams');
  if (file.content.has('budgets')) {
    context.note('The budgets of the file were left alone; "budgets import" takes both.');
  }
  return withInstallation(context, async (installation) =>
    carryOutImport(context, {
      installation,
      options,
      plan: async () => ({
        main: await plannedTeams(context, { installation, file, prune: options.prune === true }),
      }),
      warnings: file.warnings,
    }),
  );
}

const editedTeams: EditedRecord<Pick<TeamTerms, 'name'>, TeamTerms, WantedTeam> = {
  record: teamRecord,
  portsOf: teamPorts,
  editsOf: (change) => ({ ...noEdits, teams: [change] }),
};

async function readTeams(context: CommandContext) {
  const { rows, users } = await withInstallation(context, async (installation) => ({
    rows: await installation.teams.list(),
    users: await installation.users.list(),
  }));
  return { ...rows, users, assignment: assignTeams(users, rows.teams) };
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

function unknownKeys({ members }: Team, users: readonly KnownUser[]): readonly string[] {
  const keys = members.flatMap((rule) => (rule.kind === 'metadata' ? [rule.key] : []));
  return [...new Set(keys)].filter((key) => users.every(({ metadata = {} }) => !Object.hasOwn(metadata, key)));
}
