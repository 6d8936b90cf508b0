import { type Command, Option } from 'commander';

import { severities } from '../../shared/notifications/severity.ts';
import { collected, collectedOf, countOf, examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { addAnnouncementCommands } from './announcement-commands.ts';
import { addCheckCommands } from './check-commands.ts';
import { approveOne, showBaseline } from './controls-baseline.ts';
import { diffTwo } from './controls-diff.ts';
import { exportEvidence, type ExportOptions } from './controls-export.ts';
import { verifyEvidence, type VerifyOptions } from './controls-verify.ts';
import { acknowledgeOne, showControls, listControls, type ControlsListOptions } from './controls.ts';

const directions = ['loosened', 'tightened', 'changed'];

const diffHelp = `
A and B are numbers of stored revisions or JSON files with the settings of an
organization, bare or under "settings". Secrets are replaced before anything else
sees them. A file that is called 42 can be given as ./42.

Examples:
  $ npx curfew controls diff 41 42
  $ npx curfew controls diff approved.json proposed.json --json`;

const verifyHelp = `
Exit code 1, and the first broken link named, when the evidence does not hold, or
when nothing kept outside of the tables proves it. Heads are signed and kept there
by the watcher; the key's fingerprint stands in every mail about the controls. Such
a mail ends with number and hash of a link, too: given with --head, they show
whether the chain was made anew or cut off since.

Examples:
  $ npx curfew controls verify
  $ npx curfew controls verify --public-key kept/evidence.pub --anchors kept/anchors.jsonl
  $ npx curfew controls verify --head 912:06d4982e68e2a995ed25f04492ff1a1ccc24143550e53ea4eb994b0b06ac72cd`;

const exportHelp = `
Every option that says "only" may be repeated: any of its values is enough, and all
options have to be met. Settings, links and decisions stay complete, so that a
filtered export can be checked as well.

Examples:
  $ npx curfew controls export --from 2026-01-01 --to 2026-03-31 --out evidence
  $ npx curfew controls export --from 2026-01-01 --to 2026-03-31 --direction loosened --severity critical --severity high --out evidence
  $ npx curfew controls export --from 2026-01-01 --to 2026-03-31 --format ocsf --out findings.jsonl
  $ npx curfew controls export --from 2026-01-01 --to 2026-03-31 --format asff --account 123456789012 --region eu-west-1`;

export function addControlsCommands(controls: Command, host: CommandHost): void {
  addRevisionCommands(controls, host);
  addCheckCommands(controls, host);
  addBaselineCommands(controls.command('baseline').description('the controls as they were approved'), host);
  addAnnouncementCommands(controls, host);
  addEvidenceCommands(controls, host);
}

function addRevisionCommands(controls: Command, { run }: CommandHost): void {
  controls
    .command('list')
    .description('the newest stored revisions, and what each changed')
    .option('--from <day>', 'made on this day or later, UTC')
    .option('--to <day>', 'made on this day or earlier, UTC')
    .option('--limit <count>', 'at most so many', countOf, 50)
    .addHelpText('after', examples('controls list --from 2026-03-01 --limit 10'))
    .action(async (options: ControlsListOptions) => run(async (context) => listControls(context, options)));
  controls
    .command('show')
    .description('one revision: who made it, what it changed and what that means')
    .argument('<revision>', 'its number')
    .addHelpText('after', examples('controls show 42'))
    .action(async (revision: string) => run(async (context) => showControls(context, revision)));
  controls
    .command('diff')
    .description('what leads from one revision or file of settings to another, the worst first')
    .argument('<a>', 'a revision or a JSON file; - is standard input')
    .argument('<b>', 'a revision or a JSON file; - is standard input')
    .addHelpText('after', diffHelp)
    .action(async (a: string, b: string) => run(async (context) => diffTwo(context, a, b)));
  controls
    .command('ack')
    .description('say that a change was looked at, and why it is as it should be')
    .argument('<what>', 'a revision such as 42, several such as 42-48, or the id of an alarm')
    .requiredOption('--reason <text>', 'why')
    .addHelpText('after', examples('controls ack 42-48 --reason "planned maintenance"'))
    .action(async (what: string, options: { readonly reason: string }) =>
      run(async (context) => acknowledgeOne(context, what, options)),
    );
}

function addBaselineCommands(baseline: Command, { run }: CommandHost): void {
  baseline
    .command('show')
    .description('what is approved, and where the controls deviate from it now')
    .addHelpText('after', examples('controls baseline show'))
    .action(async () => run(async (context) => showBaseline(context)));
  baseline
    .command('approve')
    .description('approve settings: every deviation from them is reported from the next run on')
    .argument('<what>', 'a revision or a JSON file of settings; - is standard input')
    .addHelpText('after', examples('controls baseline approve 42'))
    .action(async (what: string) => run(async (context) => approveOne(context, what)));
}

function addEvidenceCommands(controls: Command, { run }: CommandHost): void {
  controls
    .command('verify')
    .description('prove that no evidence was changed since it was recorded')
    .option('--head <seq:hash>', 'a link that was kept elsewhere; may be repeated', collected, [])
    .addHelpText('after', verifyHelp)
    .option('--public-key <file>', 'the key that signs, as it was kept elsewhere (PEM); may be repeated', collected, [])
    .option('--anchors <file>', 'signed heads that were kept elsewhere, in the place of those here', collected, [])
    .action(async (options: VerifyOptions) => run(async (context) => verifyEvidence(context, options)));
  controls
    .command('export')
    .description(
      'write the evidence of a period as HTML, CSV and JSON, with settings, chain and a script that checks it',
    )
    .requiredOption('--from <day>', 'first day, UTC')
    .requiredOption('--to <day>', 'last day, UTC')
    .option(
      '--control <id>',
      'only changes of a control such as CC6.1 or A.8.9, CC6 for all of its parts',
      collected,
      [],
    )
    .option('--direction <direction>', `only ${directions.join(', ')} ones`, collectedOf(directions), [])
    .option('--severity <severity>', `only ${severities.join(', ')} ones`, collectedOf(severities), [])
    .option(
      '--path <path>',
      'only at this path or under it, such as sandbox or "customModels[].baseUrl"',
      collected,
      [],
    )
    .option('--actor <who>', 'only made by this name, email or id', collected, [])
    .option('--acceptor <who>', 'only acknowledged, approved or excepted by this person', collected, [])
    .option('--ticket <ticket>', 'only accepted under this ticket', collected, [])
    .addOption(
      new Option(
        '--format <format>',
        'files for an auditor, or findings: JSON lines of OCSF 1.6, or calls of AWS Security Hub (asff)',
      )
        .choices(['files', 'ocsf', 'asff'])
        .default('files'),
    )
    .option('--account <id>', 'of asff: the account of Security Hub')
    .option('--region <region>', 'of asff: its region')
    .option('--out <path>', 'the folder for the files, or the file for the findings (default: standard output)')
    .addHelpText('after', exportHelp)
    .action(async (options: ExportOptions) => run(async (context) => exportEvidence(context, options)));
}
