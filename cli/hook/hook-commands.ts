import type { Command } from 'commander';

import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { rowsOf, showAnswer } from '../frame/connection/show-answer.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { describeHookTokens, describeInvited } from './describe-hooks.ts';
import { printLines, uninstallHook, installHook, runHook, type InstallOptions, type UninstallOptions } from './hook.ts';

interface InviteOptions {
  readonly team?: string;
}

const fileHelp = 'where your client keeps its hooks (or CURFEW_HOOKS_FILE)';

/** `hook …`; without more, it is the hook itself. */
export function addHookCommands(hook: Command, host: CommandHost): void {
  const { run } = host;
  hook
    .addHelpText(
      'after',
      '\nWithout a command it is the hook itself: it reads an event from standard input, and always ends with 0.',
    )
    .action(async () => run(async (context) => runHook(context)));
  hook
    .command('install')
    .description('put the hook into the hooks file of your client, keeping what else is there')
    .option('--file <file>', fileHelp)
    .option('--for-team <folder>', 'write what an admin rolls out instead: it holds no key')
    .option('--path <path>', 'with --for-team: where the hook will be on each machine')
    .addHelpText(
      'after',
      examples(
        'hook install --file ~/client/hooks.json',
        'hook install --for-team rollout --path /opt/curfew/curfew-hook.mjs',
      ),
    )
    .action(async (options: InstallOptions) => run(async (context) => installHook(context, options)));
  hook
    .command('uninstall')
    .description('take the hook out of the hooks file again')
    .option('--file <file>', fileHelp)
    .option('--forget', 'delete the key on this machine, too')
    .addHelpText('after', examples('hook uninstall --file ~/client/hooks.json'))
    .action(async (options: UninstallOptions) => run(async (context) => uninstallHook(context, options)));
  hook
    .command('connect')
    .description('keep a new key from your page on this machine')
    .addHelpText('after', examples('hook connect'))
    .action(async () => run(async (context) => printLines(context, ['connect'])));
  hook
    .command('test')
    .description('see whether Curfew answers, and what it says; nothing is reported')
    .addHelpText('after', examples('hook test'))
    .action(async () => run(async (context) => printLines(context, ['test'])));
  addTokens(hook, host);
}

/** `hook invite` and `hook tokens …`, for admins. */
function addTokens(hook: Command, { run }: CommandHost): void {
  hook
    .command('invite')
    .description('for admins: mail people a link of their own to the page that connects the hook')
    .argument('[emails...]', 'whom; or all members of --team')
    .option('--team <name>', 'all members of a team without a key')
    .addHelpText('after', examples('hook invite ann@acme.example bob@acme.example', 'hook invite --team web'))
    .action(async (emails: readonly string[], options: InviteOptions) =>
      run(async (context) => invite(context, emails, options)),
    );
  const tokens = hook.command('tokens').description('for admins: whose hooks are connected');
  tokens
    .command('list', { isDefault: true })
    .description('the tokens that work')
    .option('--all', 'those that are revoked, too')
    .addHelpText('after', examples('hook tokens list'))
    .action(async ({ all }: { readonly all?: boolean }) =>
      run(async (context) =>
        showAnswer(context, ['listHookTokens', all === true ? { all: 'true' } : {}], {
          text: ({ rows }, style) => describeHookTokens(rows, style),
          all,
          as: rowsOf,
        }),
      ),
    );
  tokens
    .command('revoke')
    .description('take no more events under a token')
    .argument('<token>', 'its name, as "npx curfew hook tokens list" prints it')
    .addHelpText('after', examples('hook tokens revoke 4f1c2a9b0d3e'))
    .action(async (token: string) =>
      run(async (context) =>
        showAnswer(context, ['revokeHookToken', { token }], {
          text: (revoked) => `The token ${revoked.token} of ${plainText(revoked.email)} is revoked.`,
        }),
      ),
    );
}

async function invite(context: CommandContext, emails: readonly string[], { team }: InviteOptions): Promise<ExitCode> {
  if (emails.length === 0 && team === undefined) {
    throw wrongUsage('whom to invite is missing; give emails, or --team NAME');
  }
  const body = { ...(emails.length > 0 && { emails: [...emails] }), team };
  return showAnswer(context, ['inviteToHook', { body }], {
    text: ({ invited }, style) => describeInvited(invited, style),
    notes: () => [
      'Mails go out within a minute while Curfew runs; "npx curfew alerts unreachable list" shows whom none reaches.',
    ],
    all: true,
    as: ({ invited }) => invited,
  });
}
