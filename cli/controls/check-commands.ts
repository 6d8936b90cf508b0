import type { Command } from 'commander';

import { failOnUsual, type FailOn } from '../../shared/controls/proposal.ts';
import { severities } from '../../shared/notifications/severity.ts';
import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { scoreOne, checkOne, type CheckOptions } from './controls-check.ts';

const checkHelp = `
FILE holds whole settings as the platform has them, bare or under "settings"; - is
standard input. What is left out of it counts as not set. Secrets are replaced before
anything else sees them. Without --against the newest stored revision is in force;
with two files no installation is needed, as in a pull request.

Exit code 0 when no change reaches --fail-on, 4 when one does, 1 when the check could
not be made, 2 for wrong usage. What tightens, and what has no effect, never counts.

Examples:
  $ npx curfew controls check proposed.json
  $ npx curfew controls check proposed.json --against approved.json --format markdown
  $ npx curfew controls check proposed.json --against approved.json --format sarif --fail-on high`;

export function addCheckCommands(controls: Command, { run }: CommandHost): void {
  controls
    .command('check')
    .description('judge proposed settings before they are made: against those in force, and the baseline')
    .argument('<file>', 'a JSON file of settings; - is standard input')
    .option('--against <what>', 'a revision or a JSON file in the place of what is in force')
    .option('--baseline <file>', 'a JSON file in the place of the approved baseline, with --against FILE')
    .addOption(
      controls
        .createOption('--fail-on <severity>', 'the least severity that holds the proposal')
        .choices([...severities, 'never'])
        .default(failOnUsual satisfies FailOn),
    )
    .addOption(
      controls
        .createOption('--format <format>', 'as a comment for a pull request, or as SARIF 2.1.0 for code scanning')
        .choices(['markdown', 'sarif']),
    )
    .addOption(controls.createOption('--sarif').hideHelp())
    .addOption(controls.createOption('--markdown').hideHelp())
    .addHelpText('after', checkHelp)
    .action(async (file: string, options: CheckOptions) => run(async (context) => checkOne(context, file, options)));
  controls
    .command('score')
    .description('judge the settings in force, or those of a file, by the recommended baseline, rule by rule')
    .argument('[file]', 'a JSON file of settings; - is standard input')
    .addHelpText('after', examples('controls score', 'controls score proposed.json --json'))
    .action(async (file: string | undefined) => run(async (context) => scoreOne(context, file)));
}
