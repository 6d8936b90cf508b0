import type { Command } from 'commander';

import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { targetRecord } from '../../shared/readiness/contract/readiness-target.ts';
import type { TargetKey, TargetTerms } from '../../shared/readiness/target.ts';
import { atOf, type AsOfOptions } from '../frame/arguments.ts';
import { asOfHelp, examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { rowsOf, showAnswer } from '../frame/connection/show-answer.ts';
import { addRecordCommands } from '../records/record-commands.ts';
import { storedCommands } from '../records/stored-records.ts';
import { describeFallen, describeRepositories, describeRepository, describeTargets } from './describe-readiness.ts';

export function addReadinessCommands(readiness: Command, host: CommandHost): void {
  const { run } = host;
  readiness
    .command('list')
    .description('every repository with reports, on its main branch, and its trend')
    .option('--at <time>', asOfHelp)
    .addHelpText('after', examples('readiness list'))
    .action(async (options: AsOfOptions) =>
      run(async (context) =>
        showAnswer(context, ['listRepositories', atOf(options)], {
          text: ({ rows }, style) => describeRepositories(rows, style),
          as: rowsOf,
        }),
      ),
    );
  readiness
    .command('show')
    .description('one repository, branch by branch and criterion by criterion')
    .argument('<repository>', 'its address or the path of that, such as acme/billing')
    .addHelpText('after', examples('readiness show acme/billing'))
    .action(async (repository: string) =>
      run(async (context) => showAnswer(context, ['showRepository', { repository }], { text: describeRepository })),
    );
  readiness
    .command('regressions')
    .description('criteria that fell and have not recovered: commit, before and after, and why')
    .option('--at <time>', asOfHelp)
    .addHelpText('after', examples('readiness regressions'))
    .action(async (options: AsOfOptions) =>
      run(async (context) =>
        showAnswer(context, ['listRegressions', atOf(options)], {
          text: ({ rows }, style) => describeFallen(rows, style),
          as: rowsOf,
        }),
      ),
    );
  addTargets(readiness, host);
}

function addTargets(readiness: Command, host: CommandHost): void {
  const { run } = host;
  const targets = readiness.command('targets').description('what criteria have to come to, where, and by when');
  targets
    .command('list', { isDefault: true })
    .description('every target, and how repositories stand to it')
    .option('--at <time>', asOfHelp)
    .addHelpText('after', examples('readiness targets list'))
    .action(async (options: AsOfOptions) =>
      run(async (context) =>
        showAnswer(context, ['listTargets', atOf(options)], {
          text: ({ rows }, style) => describeTargets(rows, style),
          notes: ({ invalid }) =>
            invalid.map(({ key, problem }) => plainText(`The target ${key} cannot be read: ${problem}`)),
          as: rowsOf,
        }),
      ),
    );
  addRecordCommands(
    targets,
    host,
    storedCommands<TargetKey, TargetTerms>({
      record: targetRecord,
      path: 'readiness targets',
      one: 'a target',
      many: 'targets',
      setExample: 'unit_tests_exist acme/* --by 2026-06-30',
      kind: 'targets',
    }),
  );
}
