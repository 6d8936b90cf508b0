import type { Command } from 'commander';

import { fleetRecord } from '../../shared/computers/contract/fleet-entry.ts';
import type { FleetEntry } from '../../shared/computers/fleet-entry.ts';
import type { NameKey } from '../../shared/kernel/records/record-kind.ts';
import { computersJob } from '../../shared/kernel/runs/run-id.ts';
import { counted } from '../../shared/kernel/texts/amounts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { atOf, type AsOfOptions } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { asOfHelp, examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { rowsOf, showAnswer } from '../frame/connection/show-answer.ts';
import { withApi } from '../frame/connection/with-api.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { addRecordCommands } from '../records/record-commands.ts';
import { storedCommands } from '../records/stored-records.ts';
import { runWatcher } from '../runs/run-watcher.ts';
import { describeComputer, describeComputers, describeFleetPlan } from './describe-fleet.ts';

const fleetList = storedCommands<NameKey, FleetEntry>({
  record: fleetRecord,
  path: 'fleet',
  one: 'a computer of the list, or a pattern',
  many: 'entries of the list',
  setExample: 'builder-[01-20] --provider e2b --repository https://git.example.com/acme/billing',
  kind: 'computers',
});

export function addFleetCommands(fleet: Command, host: CommandHost): void {
  const { run } = host;
  fleet
    .command('list')
    .description('every computer of the list, and how it stood when it was last read')
    .option('--at <time>', asOfHelp)
    .addHelpText('after', examples('fleet list'))
    .action(async (options: AsOfOptions) =>
      run(async (context) =>
        showAnswer(context, ['listComputers', atOf(options)], {
          text: ({ rows }, style) => describeComputers(rows, style),
          notes: ({ doubles, invalid }) => [
            ...doubles.map(({ name, entries }) =>
              plainText(`${name} has several entries: ${entries.join(', ')}; the first counts.`),
            ),
            ...invalid.map(({ key, problem }) => plainText(`The entry ${key} cannot be read: ${problem}`)),
          ],
          as: rowsOf,
        }),
      ),
    );
  fleet
    .command('show')
    .description('one computer: its entry, its steps, and what was done there')
    .argument('<name>', 'its name')
    .option('--at <time>', asOfHelp)
    .addHelpText('after', examples('fleet show builder-01'))
    .action(async (name: string, options: AsOfOptions) =>
      run(async (context) =>
        showAnswer(context, ['showComputer', { name, ...atOf(options) }], { text: describeComputer }),
      ),
    );
  fleet
    .command('plan')
    .description('what is to be created and retried, as the computers were last read')
    .option('--at <time>', asOfHelp)
    .addHelpText('after', examples('fleet plan'))
    .action(async (options: AsOfOptions) =>
      run(async (context) =>
        showAnswer(context, ['planFleet', atOf(options)], { text: describeFleetPlan, notes: unreadNotes }),
      ),
    );
  fleet
    .command('apply')
    .description('have done what the plan proposes, each once: all of it, or for these computers')
    .argument('[names...]', 'computers of the plan')
    .option('--at <time>', asOfHelp)
    .addHelpText('after', examples('fleet apply', 'fleet apply builder-01'))
    .action(async (names: readonly string[], options: AsOfOptions) =>
      run(async (context) => applyFleet(context, names, options)),
    );
  addRecordCommands(fleet, host, fleetList);
}

function unreadNotes({ unread }: { readonly unread: number }): readonly string[] {
  const were = unread === 1 ? 'was' : 'were';
  return unread > 0
    ? [`${counted(unread, 'computer')} of the list ${were} never read; "run computers" reads them.`]
    : [];
}

/** `fleet apply [NAMES]`: approves what the plan proposes, each action for its cause alone, and has a run do it. */
async function applyFleet(context: CommandContext, names: readonly string[], options: AsOfOptions): Promise<ExitCode> {
  const given = { ...atOf(options), body: { names: [...names] } };
  const { document } = await withApi(context, async (api) => api.read('approveFleet', given));
  const { approved } = document;
  const what =
    approved.length === 0 ? 'nothing was proposed' : approved.map(({ name, action }) => `${action} ${name}`).join(', ');
  context.note(`Approved: ${what}.`);
  return runWatcher(context, computersJob, options);
}
