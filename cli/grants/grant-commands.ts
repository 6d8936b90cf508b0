import type { Command } from 'commander';

import { formatScope } from '../../shared/budgets/scope.ts';
import { exemptionRecord, topUpRecord } from '../../shared/grants/contract/grant.ts';
import { randomIds } from '../../shared/kernel/runtime/random-ids.ts';
import { parseScopeArgument, addImpactOptions, impactOptionsOf } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { rowsOf, showAnswer } from '../frame/connection/show-answer.ts';
import { givenOf } from '../frame/connection/with-api.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { makeEdit, lookAtEdit } from '../records/make-edit.ts';
import {
  addFields,
  addKeyArguments,
  plainFromGiven,
  saidIn,
  termsFrom,
  type Given,
} from '../records/record-options.ts';
import { addTopUp, scopeText } from './add-top-up.ts';

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
      run(async (context) => addTopUp(context, { words: [who, credits], options: { ...options } })),
    );
  addKeyArguments(topup.command('list'), topUpRecord, [['scope', true]])
    .description('top-ups in force or to come')
    .option('--all', 'those that ended too')
    .addHelpText('after', examples('topup list --all'))
    .action(async (who: string | undefined, { all }: ListOptions) =>
      run(async (context) => {
        const given = givenOf({ who: scopeIn(who), all: all === true ? ('true' as const) : undefined });
        return showAnswer(context, ['listTopUps', given], { as: rowsOf });
      }),
    );
  addKeyArguments(topup.command('history'), topUpRecord, [['scope', true]])
    .description('every version of the top-ups: who, when, how, and what changed')
    .addHelpText('after', examples('topup history ana@example.com'))
    .action(async (who: string | undefined) =>
      run(async (context) =>
        showAnswer(context, ['listTopUpVersions', givenOf({ who: scopeIn(who) })], { as: rowsOf }),
      ),
    );
  addImpactOptions(topup.command('end'))
    .description('end a top-up before its last day')
    .argument('<id>', 'as "topup list" shows it')
    .addHelpText('after', examples('topup end 1k2m9xq0p3'))
    .action(async (id: string, options: object) =>
      run(async (context) => endOneTopUp(context, { words: [id], options: { ...options } })),
    );
}

/** `exempt …`. */
export function addExemptionCommands(exempt: Command, { run }: CommandHost): void {
  addImpactOptions(addFields(exempt.command('add'), exemptionRecord))
    .description('leave a user’s limit as it is through a day; the run after it sets the limit again')
    .addHelpText('after', examples('exempt add ana@example.com --until 2026-12-31 --reason "incident"'))
    .action(async (email: string, options: object) =>
      run(async (context) => addExemption(context, { words: [email], options: { ...options } })),
    );
  exempt
    .command('list')
    .description('who is exempt, and until when')
    .option('--all', 'exemptions that ended too')
    .addHelpText('after', examples('exempt list'))
    .action(async ({ all }: ListOptions) =>
      run(async (context) =>
        showAnswer(context, ['listExemptions', all === true ? { all: 'true' } : {}], { as: rowsOf }),
      ),
    );
  addKeyArguments(exempt.command('history'), exemptionRecord, [['email', true]])
    .description('every version of the exemptions: who, when, how, and what changed')
    .addHelpText('after', examples('exempt history'))
    .action(async (email: string | undefined) =>
      run(async (context) => showAnswer(context, ['listExemptionVersions', givenOf({ email })], { as: rowsOf })),
    );
  addImpactOptions(addKeyArguments(exempt.command('end'), exemptionRecord, [['email', false]]))
    .description('end every exemption of a user')
    .addHelpText('after', examples('exempt end ana@example.com'))
    .action(async (email: string, options: object) =>
      run(async (context) => endUserExemptions(context, { words: [email], options: { ...options } })),
    );
}

/** The scope of somebody, or of a team; nothing where nobody is named. */
function scopeIn(who: string | undefined): string | undefined {
  return who === undefined ? undefined : formatScope(parseScopeArgument(scopeText(who)));
}

/** `topup end ID`. */
async function endOneTopUp(context: CommandContext, given: Given): Promise<ExitCode> {
  const [id = ''] = given.words;
  const options = impactOptionsOf(given);
  return makeEdit(context, {
    options,
    look: lookAtEdit({ edit: 'end-top-up', id }, options),
    make: async (api, { query, call }) => api.show('endTopUp', { id, ...query }, call),
  });
}

/** `exempt add EMAIL`: Curfew leaves the user alone through a day, whatever limit is in force. */
async function addExemption(context: CommandContext, given: Given): Promise<ExitCode> {
  // What is wrong with what was given is said without reading a table.
  termsFrom(exemptionRecord, plainFromGiven(exemptionRecord, given).plain);
  const options = impactOptionsOf(given);
  const said = saidIn(exemptionRecord, given);
  const idempotencyKey = randomIds.next();
  return makeEdit(
    context,
    {
      options,
      look: lookAtEdit({ edit: 'add-exemption', said }, options),
      make: async (api, { query }) => api.show('addExemption', { ...query, body: said }, { idempotencyKey }),
    },
    ({ exemption, warnings }) => ({ ...exemption, warnings }),
  );
}

/** `exempt end EMAIL`: every exemption of the user. */
async function endUserExemptions(context: CommandContext, given: Given): Promise<ExitCode> {
  const [email = ''] = given.words;
  const options = impactOptionsOf(given);
  return makeEdit(context, {
    options,
    look: lookAtEdit({ edit: 'end-exemptions', email }, options),
    make: async (api, { query, call }) => api.show('endExemptions', { email, ...query }, call),
  });
}
