import { Option, type Command } from 'commander';

import type { NameKey } from '../../shared/kernel/records/record-kind.ts';
import { sessionPolicyRecord } from '../../shared/sessions/contract/session-policy.ts';
import { costGroups, type CostGroup } from '../../shared/sessions/session-credits.ts';
import type { SessionPolicyTerms } from '../../shared/sessions/session-policy.ts';
import type { SessionStatus } from '../../shared/sessions/session.ts';
import { countOf, examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { showAnswer } from '../frame/connection/show-answer.ts';
import { givenOf } from '../frame/connection/with-api.ts';
import { addRecordCommands } from '../records/record-commands.ts';
import { listStored, storedCommands } from '../records/stored-records.ts';
import { describeCosts, describeSession, describeSessions } from './describe-sessions.ts';
import { restoreSession } from './restore.ts';

interface RowOptions {
  readonly limit: number;
  readonly all?: boolean | undefined;
}

interface SessionListOptions extends RowOptions {
  readonly status?: SessionStatus;
  readonly model?: string;
  readonly tag?: string;
  readonly computer?: string;
}

/** `sessions …`: what the watcher knows of sessions, what it did to them, and the policies. */
export function addSessionCommands(sessions: Command, host: CommandHost): void {
  addReads(sessions, host);
  sessions
    .command('restore')
    .description('put back what Curfew has changed of a session, if it was not changed since')
    .argument('<session>', 'its id, or the beginning of it')
    .addHelpText('after', examples('sessions restore 5f0c1d'))
    .action(async (id: string) => host.runBeginning(async (context) => restoreSession(context, id)));
  addPolicies(sessions, host);
}

function addReads(sessions: Command, { run }: CommandHost): void {
  sessions
    .command('list')
    .description('sessions as the last run saw them, the most expensive first')
    .addOption(new Option('--status <status>', 'of one status alone').choices(['idle', 'pending', 'running', 'other']))
    .option('--model <pattern>', 'on such a model; * is any text')
    .option('--tag <pattern>', 'with such a tag')
    .option('--computer <pattern>', 'on a computer of such an id')
    .option('--limit <count>', 'at most so many', countOf, 40)
    .option('--all', 'every one')
    .addHelpText('after', examples('sessions list', 'sessions list --status running --json'))
    .action(async ({ all, limit, ...patterns }: SessionListOptions) =>
      run(async (context) => {
        const given = { ...givenOf(patterns), ...pageOf({ limit, all }) };
        return showAnswer(context, ['listSessions', given], {
          text: ({ rows, count }, style) => describeSessions(rows, count, style),
          as: ({ rows }) => firstOf(rows, { limit, all }),
        });
      }),
    );
  sessions
    .command('show')
    .description('all that is known of one session, and what was done to it')
    .argument('<session>', 'its id, or the beginning of it')
    .addHelpText('after', examples('sessions show 5f0c1d'))
    .action(async (id: string) =>
      run(async (context) => showAnswer(context, ['showSession', { session: id }], { text: describeSession })),
    );
  sessions
    .command('costs')
    .description('what sessions have used, in the platform’s unit of session credits; no child is counted twice')
    .addOption(new Option('--by <what>', 'of each').choices(costGroups).default('session'))
    .option('--limit <count>', 'at most so many', countOf, 20)
    .option('--all', 'every one')
    .addHelpText('after', examples('sessions costs', 'sessions costs --by model --json'))
    .action(async ({ by, ...shown }: RowOptions & { readonly by: CostGroup }) =>
      run(async (context) =>
        showAnswer(context, ['listSessionCosts', { by, ...pageOf(shown) }], {
          text: ({ rows, count }, style) => describeCosts({ by, costs: rows, count }, style),
          as: ({ rows }) => firstOf(rows, shown),
        }),
      ),
    );
}

/** A page holds 5,000 rows at most; whoever wants more wants all. */
function pageOf({ limit, all }: RowOptions): { readonly limit?: string } {
  return all === true || limit > 5_000 ? {} : { limit: String(limit) };
}

function firstOf<Row>(rows: readonly Row[], { limit, all }: RowOptions): readonly Row[] {
  return all === true ? rows : rows.slice(0, limit);
}

function addPolicies(sessions: Command, host: CommandHost): void {
  const policies = sessions.command('policies').description('say what is done about sessions that are found');
  const words = { record: sessionPolicyRecord, kind: 'policies' } as const;
  policies
    .command('list')
    .description('every policy')
    .addHelpText('after', examples('sessions policies list', 'sessions policies list --json'))
    .action(async () => host.run(async (context) => listStored(context, words)));
  addRecordCommands(
    policies,
    host,
    storedCommands<NameKey, SessionPolicyTerms>({
      record: sessionPolicyRecord,
      path: 'sessions policies',
      one: 'a policy',
      many: 'policies',
      setExample: 'runaways --findings "over-ceiling;unusual" --actions "tag;compaction" --mode act',
      kind: 'policies',
    }),
  );
}
