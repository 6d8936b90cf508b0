import type { Command } from 'commander';

import { channelRecord } from '../../shared/channels/contract/channel.ts';
import type { ApiClient } from '../../shared/kernel/api/client/api-client.ts';
import { Problem } from '../../shared/kernel/api/problem.ts';
import type { OperationDocument } from '../../shared/kernel/contract/contracts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { dayText } from '../../shared/kernel/time/day.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { drawBlocks } from '../frame/block.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { printAnswer, showAnswer } from '../frame/connection/show-answer.ts';
import { givenOf, withApi } from '../frame/connection/with-api.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { readBytes, standardInput } from '../frame/files/read-bytes.ts';
import { addFields, addKeyArguments, saidIn, type Given } from '../records/record-options.ts';
import { changeTable, recordCells, recordColumns } from '../records/record-rows.ts';

interface AddOptions {
  readonly address?: string;
  readonly secret?: string;
  readonly dryRun?: boolean;
}

export function addChannelCommands(channels: Command, { run }: CommandHost): void {
  channels
    .command('list', { isDefault: true })
    .description('every channel, and whether it takes messages; addresses and secrets are never shown')
    .addHelpText('after', examples('channels list'))
    .action(async () =>
      run(async (context) =>
        showAnswer(context, ['listChannels', {}], {
          text: describeChannels,
          notes: ({ invalid }) => invalid.map(({ problem }) => plainText(`A row is not valid: ${problem}`)),
          as: ({ rows, invalid }) => ({ channels: rows, invalid }),
        }),
      ),
    );
  addFields(channels.command('add'), channelRecord)
    .description('add a channel, or change it; what is not given stays')
    .option(
      '--address <url>',
      'where messages are posted; an event bus by ARN, or name in AWS; - reads it from standard input',
    )
    .option('--secret <key>', 'of a webhook or PagerDuty; - reads it from standard input, behind the address')
    .option('--dry-run', 'show what would follow, and change nothing')
    .addHelpText(
      'after',
      examples(
        'channels add finops --kind slack --severity high --address - < slack-address.txt',
        'channels add security --kind eventbridge --alerts controls --address curfew-alerts',
        'channels add oncall --kind pagerduty --severity critical --secret -',
      ),
    )
    .action(async (name: string, options: AddOptions & Readonly<Record<string, unknown>>) =>
      run(async (context) => addChannel(context, { words: [name], options })),
    );
  addKeyArguments(channels.command('test'), channelRecord, ['name'])
    .description('send a message that says who sees it')
    .addHelpText('after', examples('channels test finops'))
    .action(async (channel: string) =>
      run(async (context) =>
        showAnswer(context, ['testChannel', { channel }], {
          text: describeTest,
          ends: ({ sent }) => (sent ? exitCodes.done : exitCodes.failed),
        }),
      ),
    );
  addKeyArguments(channels.command('rm'), channelRecord, ['name'])
    .description('remove a channel, its address and its secret')
    .option('--dry-run', 'show what would follow, and change nothing')
    .addHelpText('after', examples('channels rm finops'))
    .action(async (channel: string, { dryRun }: AddOptions) =>
      run(async (context) => removeChannel(context, channel, dryRun === true)),
    );
}

async function addChannel(context: CommandContext, given: Given): Promise<ExitCode> {
  const [channel = ''] = given.words;
  const { address, secret, dryRun } = given.options as AddOptions;
  const body = { ...saidIn(channelRecord, given, ['name']), ...givenOf(secretsIn(context, { address, secret })) };
  const { document } = await withApi(context, async (api) =>
    dryRun === true
      ? api.read('setChannel', { channel, dryRun: 'true', body })
      : api.read('setChannel', { channel, body }, { seen: await versionOf(api, channel) }),
  );
  return printAnswer(context, document, { text: (edited, style) => describeAdded(channel, edited, style) });
}

/** What is given as `-` stands in the lines of standard input: the address, then the secret. */
function secretsIn({ io }: CommandContext, given: { readonly address?: string; readonly secret?: string }) {
  if (!Object.values(given).includes(standardInput)) {
    return given;
  }
  const text = new TextDecoder().decode(readBytes(io, standardInput, { bytesMax: 10_000 }));
  const lines = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value === standardInput ? nextOf(lines, name) : value]),
  ) as typeof given;
}

function nextOf(lines: string[], name: string): string {
  const line = lines.shift();
  if (line === undefined) {
    throw wrongUsage(`--${name} - reads a line of standard input, and there is none`);
  }
  return line;
}

async function removeChannel(context: CommandContext, channel: string, isDryRun: boolean): Promise<ExitCode> {
  const { document } = await withApi(context, async (api) =>
    isDryRun
      ? api.read('removeChannel', { channel, dryRun: 'true' })
      : api.read('removeChannel', { channel }, { seen: await versionOf(api, channel) }),
  );
  return printAnswer(context, document, {
    text: (edited, style) =>
      drawBlocks(
        [
          ...('before' in edited ? [changeTable(channelRecord, [edited])] : []),
          edited.applied ? 'Its address and secret are removed.' : 'Nothing was changed.',
        ],
        style,
      ),
  });
}

async function versionOf(api: ApiClient, channel: string): Promise<string> {
  try {
    return (await api.read('showChannel', { channel })).version ?? 'absent';
  } catch (error) {
    if (error instanceof Problem && error.kind === 'not-found') {
      return 'absent';
    }
    throw error;
  }
}

const states = { ready: 'Ready', 'no-address': 'No address', unreachable: 'Unreachable' } as const;

function describeChannels({ rows }: OperationDocument<'listChannels'>, style: Style): string {
  if (rows.length === 0) {
    return 'There are no channels yet: npx curfew channels add NAME --kind slack --address -';
  }
  const table = renderTable(
    [...recordColumns(channelRecord), { title: 'State' }, { title: 'Host' }, { title: 'Fingerprint' }],
    rows.map((row) => [
      ...recordCells(channelRecord, row),
      states[row.state],
      plainText(row.host ?? ''),
      row.fingerprint ?? '',
    ]),
    style,
  );
  const problems = rows.flatMap(({ recipient, problem, since }) =>
    problem === null
      ? []
      : [
          `${recipient} takes no message since ${dayText((since ?? '').slice(0, 10))}: ${plainText(problem)}. Others are notified. Try it: npx curfew channels test ${recipient.slice(recipient.indexOf(':') + 1)}`,
        ],
  );
  return [table, ...problems].join('\n');
}

const needed =
  'It is sent with the AWS credentials of this machine, as the AWS command line finds them; they need events:PutEvents or securityhub:BatchImportFindings.';

function describeAdded(channel: string, edited: OperationDocument<'setChannel'>, style: Style): string {
  const { applied, madeSecret, needs, sees } = edited;
  const blocks = [
    'before' in edited ? changeTable(channelRecord, [edited]) : 'Its terms are like that already.',
    ...(madeSecret === null ? [] : [`Signing secret, shown only now: ${madeSecret}`]),
    sees,
    ...(needs === null ? [] : [needed]),
    applied ? `Try it: npx curfew channels test ${channel}` : 'Nothing was changed.',
  ];
  return drawBlocks(blocks, style);
}

function describeTest({ channel, sent, problem, sees }: OperationDocument<'testChannel'>): string {
  return sent
    ? `The test message was sent. ${sees}`
    : `${channel} did not take the test message: ${plainText(problem ?? '')}`;
}
