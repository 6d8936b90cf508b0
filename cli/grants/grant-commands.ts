import type { Command } from 'commander';
import { exemptionRecord, topUpRecord } from '../../shared/contracts/records/grant.ts';
import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { addImpactOptions } from '../records/impact-options.ts';
import { addFields, addKeyArguments } from '../records/record-options.ts';

interface ListOptions {
  readonly all?: boolean;
}

/** `topup …`. */
export function addTopUpCommands(topup: Command, { run }: CommandHost): void {
  addImpactOptions(addFields(topup.command('add'), topUpRecord))
    .description(
      'add credits to every own budget of a user, or of a team, in the window of each day from the first to the last',
    )
    .addHelpText(
      'after',
      examples(
        'topup add ana@example.com 5000 --reason "release week"',
        'topup add ana@example.com 20k --reason "incident 4711" --within-pool',
        'topup add team:core 100k --for "ana@example.com;bob@example.com" --reason "launch"',
      ),
    )
    .action(async (...[who, credits, options]: [string, string, object]) =>
      run(async (context) =>
        (await import('./add-top-up.ts')).addTopUp(context, { words: [who, credits], options: { ...options } }),
      ),
    );
  addKeyArguments(topup.command('list'), topUpRecord, [['scope', true]])
    .description('top-ups in force or to come')
    .option('--all', 'those that ended too')
    .addHelpText('after', examples('topup list --all'))
    .action(async (who: string | undefined, options: ListOptions) =>
      run(async (context) => (await import('./top-ups.ts')).listTopUps(context, { who, all: options.all === true })),
    );
  addKeyArguments(topup.command('history'), topUpRecord, [['scope', true]])
    .description('every version of the top-ups: who, when, how, and what changed')
    .addHelpText('after', examples('topup history ana@example.com'))
    .action(async (who: string | undefined) =>
      run(async (context) => (await import('./top-ups.ts')).showTopUpHistory(context, who)),
    );
  addImpactOptions(topup.command('end'))
    .description('end a top-up before its last day')
    .argument('<id>', 'as "topup list" shows it')
    .addHelpText('after', examples('topup end 1k2m9xq0p3'))
    .action(async (id: string, options: object) =>
      run(async (context) =>
        (await import('./top-ups.ts')).endOneTopUp(context, { words: [id], options: { ...options } }),
      ),
    );
}

/** `exempt …`. */
export function addExemptionCommands(exempt: Command, { run }: CommandHost): void {
  addImpactOptions(addFields(exempt.command('add'), exemptionRecord))
    .description('leave a user’s limit as it is through a day; the run after it sets the limit again')
    .addHelpText('after', examples('exempt add ana@example.com --until 2026-12-31 --reason "incident"'))
    .action(async (email: string, options: object) =>
      run(async (context) =>
        (await import('./exemptions.ts')).addExemption(context, { words: [email], options: { ...options } }),
      ),
    );
  exempt
    .command('list')
    .description('who is exempt, and until when')
    .option('--all', 'exemptions that ended too')
    .addHelpText('after', examples('exempt list'))
    .action(async (options: ListOptions) =>
      run(async (context) => (await import('./exemptions.ts')).listExemptions(context, { all: options.all === true })),
    );
  addKeyArguments(exempt.command('history'), exemptionRecord, [['email', true]])
    .description('every version of the exemptions: who, when, how, and what changed')
    .addHelpText('after', examples('exempt history'))
    .action(async (email: string | undefined) =>
      run(async (context) => (await import('./exemptions.ts')).showExemptionHistory(context, email)),
    );
  addImpactOptions(addKeyArguments(exempt.command('end'), exemptionRecord, [['email', false]]))
    .description('end every exemption of a user')
    .addHelpText('after', examples('exempt end ana@example.com'))
    .action(async (email: string, options: object) =>
      run(async (context) =>
        (await import('./exemptions.ts')).endUserExemptions(context, { words: [email], options: { ...options } }),
      ),
    );
}
