import { fileFormat } from '../../shared/contracts/file-text.ts';
import { quotedValue } from '../../shared/contracts/quoted-value.ts';
import { formatTeamCsv } from '../../shared/contracts/team-csv.ts';
import { formatTeamYaml } from '../../shared/contracts/team-yaml.ts';
import { plainText } from '../../shared/terminal/plain-text.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { teamDocument } from './team-rows.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { writeWhole } from '../frame/write-file.ts';

/** `teams export [FILE]`: every team as a file that `teams import` reads; without a file, CSV on standard output. */
export async function exportTeams(context: CommandContext, path: string | undefined): Promise<ExitCode> {
  const format = path === undefined ? 'csv' : fileFormat(path);
  if (format === undefined) {
    throw wrongUsage(`${quotedValue(path)} has no known ending; name a file that ends in .csv, .yaml or .yml`);
  }
  const { teams, invalid } = await withInstallation(context, async (installation) => installation.teams.list());
  const text = format === 'csv' ? formatTeamCsv(teams) : formatTeamYaml(teams);
  if (path !== undefined) {
    writeWhole(path, text);
  }
  context.tell({
    json: {
      file: path ?? null,
      teams: teams.map(teamDocument),
      leftOut: invalid.map(({ name, problem }) => ({ team: name, problem })),
    },
    text: path === undefined ? text.trimEnd() : `${teams.length} teams were written to ${path}.`,
  });
  for (const { name, problem } of invalid) {
    context.note(plainText(`Left out: the row "${name}" of the table is not valid: ${problem}`));
  }
  return invalid.length === 0 ? exitCodes.done : exitCodes.someRowsFailed;
}
