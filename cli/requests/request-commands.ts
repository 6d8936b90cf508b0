import { Option, type Command } from 'commander';

import { readAmount } from '../../shared/kernel/records/contract/fields/amount.ts';
import { requestRuleRecord } from '../../shared/requests/contract/request-rule.ts';
import { rulePools, type RequestRuleKey, type RequestRuleTerms } from '../../shared/requests/request-rule.ts';
import { atOf, type AsOfOptions } from '../frame/arguments.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { asOfHelp, examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { rowsOf, showAnswer } from '../frame/connection/show-answer.ts';
import { givenOf } from '../frame/connection/with-api.ts';
import { addRecordCommands } from '../records/record-commands.ts';
import { listStored, storedCommands } from '../records/stored-records.ts';
import { approveRequest } from './approve-request.ts';
import { describeDecided, describeRequest, describeRequests } from './describe-requests.ts';

interface ApproveOptions {
  readonly credits?: string;
  readonly pools?: RequestRuleTerms['pools'];
  readonly reason?: string;
  readonly yes?: boolean;
}

export function addRequestCommands(requests: Command, host: CommandHost): void {
  const { run } = host;
  requests
    .command('list')
    .description('requests for credits that wait for a decision, of this month and the one before')
    .option('--all', 'those that are decided or over, too')
    .option('--at <time>', asOfHelp)
    .addHelpText('after', examples('requests list', 'requests list --all'))
    .action(async ({ all, ...options }: AsOfOptions & { readonly all?: boolean }) =>
      run(async (context) =>
        showAnswer(
          context,
          ['listRequests', { ...atOf(options), ...givenOf({ all: all === true ? ('true' as const) : undefined }) }],
          {
            text: ({ rows }, style) => describeRequests(rows, style),
            as: rowsOf,
          },
        ),
      ),
    );
  requests
    .command('show')
    .description('one request, and what it would give in which way')
    .argument('<id>', 'its id, as "npx curfew requests list" prints it')
    .addHelpText('after', examples('requests show 2026-03-4f1c2a9b0d3e'))
    .action(async (id: string) =>
      run(async (context) => showAnswer(context, ['showRequest', { id }], { text: describeRequest })),
    );
  requests
    .command('approve')
    .description('give what was asked for, or less, and print what of it can be used now')
    .argument('<id>', 'its id')
    .option('--credits <credits>', 'less than was asked for, such as 10k')
    .addOption(
      new Option(
        '--pools <way>',
        'within: reserved in their pools, which get no more; raise: the pools that bind get as much more',
      ).choices(rulePools),
    )
    .option('--reason <text>', 'for the person who asked')
    .option('--yes', 'approve it also where it gives nothing now')
    .addHelpText('after', examples('requests approve 2026-03-4f1c2a9b0d3e --pools within'))
    .action(async (id: string, { yes, ...options }: ApproveOptions) =>
      run(async (context) => approveRequest(context, { id, body: approvalOf(options), isAgreed: yes === true })),
    );
  requests
    .command('deny')
    .description('give nothing')
    .argument('<id>', 'its id')
    .requiredOption('--reason <text>', 'for the person who asked')
    .addHelpText('after', examples('requests deny 2026-03-4f1c2a9b0d3e --reason "not this week"'))
    .action(async (id: string, { reason }: { readonly reason: string }) =>
      run(async (context) =>
        showAnswer(context, ['decideRequest', { id, body: { verdict: 'deny', reason } }], { text: describeDecided }),
      ),
    );
  addRules(requests, host);
}

function approvalOf({ credits, ...options }: Omit<ApproveOptions, 'yes'>) {
  const less = credits === undefined ? undefined : readAmount(credits);
  if (credits !== undefined && (less === undefined || !Number.isSafeInteger(less) || less < 1)) {
    throw wrongUsage(`--credits "${credits}" is no whole number of credits; give one such as 10000 or 10k`);
  }
  return { verdict: 'approve', ...givenOf({ ...options, credits: less }) } as const;
}

function addRules(requests: Command, host: CommandHost): void {
  const { run } = host;
  const rules = requests.command('rules').description('rules that approve requests by themselves');
  rules
    .command('list', { isDefault: true })
    .description('every rule')
    .addHelpText('after', examples('requests rules list'))
    .action(async () =>
      run(async (context) =>
        listStored(context, {
          record: requestRuleRecord,
          kind: 'rules',
        }),
      ),
    );
  addRecordCommands(
    rules,
    host,
    storedCommands<RequestRuleKey, RequestRuleTerms>({
      record: requestRuleRecord,
      path: 'requests rules',
      one: 'a rule',
      many: 'rules',
      setExample: 'small --credits-max 50k --person-month-max 100k --teams web',
      kind: 'rules',
    }),
  );
}
