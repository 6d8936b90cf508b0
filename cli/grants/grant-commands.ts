import type { Command } from 'commander';

import { formatScope } from '../../shared/budgets/scope.ts';
import { exemptionRecord, topUpRecord } from '../../shared/grants/contract/grant.ts';
import type { OperationDocument } from '../../shared/kernel/contract/contracts.ts';
import type { RecordCodec } from '../../shared/kernel/records/contract/record.ts';
import { randomIds } from '../../shared/kernel/runtime/random-ids.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { dayText } from '../../shared/kernel/time/day.ts';
import { emailKey } from '../../shared/roster/email.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { addImpactOptions, parseScopeArgument, impactOptionsOf } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { rowsOf, showAnswer } from '../frame/connection/show-answer.ts';
import { givenOf } from '../frame/connection/with-api.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { makeEdit, lookAtEdit } from '../records/make-edit.ts';
import { addRecordCommands } from '../records/record-commands.ts';
import { plainFromGiven, saidIn, termsFrom, type Given } from '../records/record-options.ts';
import { describeStep, grantedTable, textIn, versionTable, type RecordDocument } from '../records/record-rows.ts';
import { addTopUp, scopeText } from './add-top-up.ts';

export function addTopUpCommands(topup: Command, host: CommandHost): void {
  addRecordCommands(topup, host, {
    record: topUpRecord,
    key: ['scope'],
    path: 'topup',
    shows: 'impact',
    takes: { list: 'key', end: 'id' },
    help: {
      add: 'add credits to every own budget of a user, or of a team, in the window of each day from the first to the last',
      list: 'top-ups in force or to come',
      all: 'those that ended too',
      history: 'every version of the top-ups: who, when, how, and what changed',
      end: 'end a top-up before its last day',
    },
    examples: {
      add: [
        'ana@example.com 5000 --reason "release week"',
        'ana@example.com 20k --reason "incident 4711" --within-pool',
        'team:core 100k --for "ana@example.com;bob@example.com" --reason "launch"',
      ],
      list: ['--all'],
      history: ['ana@example.com'],
      end: ['1k2m9xq0p3'],
    },
    run: {
      add: addTopUp,
      async list(context, { words: [who], options: { all } }) {
        const given = givenOf({ who: scopeIn(who), all: all === true ? ('true' as const) : undefined });
        return showAnswer(context, ['listTopUps', given], {
          text: ({ rows }, style) =>
            rows.length === 0
              ? all === true
                ? 'There are no top-ups.'
                : 'There are no top-ups in force or to come; --all shows past ones.'
              : grantedTable(topUpRecord, rows, style),
          notes: ({ invalid }) => unreadNotes('top-up', invalid),
          as: rowsOf,
        });
      },
      history: async (context, { words: [who] }) =>
        showAnswer(context, ['listTopUpVersions', givenOf({ who: scopeIn(who) })], {
          text: ({ rows }, style) => describeGrantVersions(topUpRecord, rows, style),
          as: rowsOf,
        }),
      end: endOneTopUp,
    },
  });
  addMoveCommand(topup, host);
}

interface MoveOptions {
  readonly from: string;
  readonly to: string;
  readonly credits: string;
  readonly reason: string;
  readonly until?: string;
}

function addMoveCommand(topup: Command, { run }: CommandHost): void {
  addImpactOptions(topup.command('move'))
    .description('move credits from one member of a team to another, within what the first has left')
    .requiredOption('--from <email>', 'whose share gets less')
    .requiredOption('--to <email>', 'who gets them')
    .requiredOption('--credits <credits>', 'a whole number of credits, such as 250000, 250k or 66M')
    .requiredOption('--reason <text>', 'why; they and others will read it')
    .option('--until <day>', 'last day, UTC; the last day of the platform’s window unless given')
    .addHelpText(
      'after',
      examples('topup move --from ana@example.com --to bob@example.com --credits 20k --reason "release"'),
    )
    .action(async ({ from, to, credits, until, ...options }: MoveOptions) =>
      run(async (context) =>
        addTopUp(context, {
          words: [to, credits],
          options: { ...options, takeFrom: from, to: until },
        }),
      ),
    );
}

export function addExemptionCommands(exempt: Command, host: CommandHost): void {
  addRecordCommands(exempt, host, {
    record: exemptionRecord,
    key: ['email'],
    path: 'exempt',
    shows: 'impact',
    help: {
      add: 'keep a user’s limit unchanged through a day; the run after it sets the limit again',
      list: 'who is exempt, and until when',
      all: 'exemptions that ended too',
      history: 'every version of the exemptions: who, when, how, and what changed',
      end: 'end every exemption of a user',
    },
    examples: {
      add: ['ana@example.com --until 2026-12-31 --reason "incident"'],
      end: ['ana@example.com'],
    },
    run: {
      add: addExemption,
      list: async (context, { options: { all } }) =>
        showAnswer(context, ['listExemptions', all === true ? { all: 'true' } : {}], {
          text: ({ rows }, style) =>
            rows.length === 0
              ? all === true
                ? 'There are no exemptions.'
                : 'No one is exempt; --all shows past exemptions.'
              : grantedTable(exemptionRecord, rows, style),
          notes: ({ invalid }) => unreadNotes('exemption', invalid),
          as: rowsOf,
        }),
      history: async (context, { words: [email] }) =>
        showAnswer(context, ['listExemptionVersions', givenOf({ email })], {
          text: ({ rows }, style) => describeGrantVersions(exemptionRecord, rows, style),
          as: rowsOf,
        }),
      end: endUserExemptions,
    },
  });
}

function unreadNotes(
  kind: 'top-up' | 'exemption',
  invalid: readonly { readonly id: string; readonly problem: string }[],
): readonly string[] {
  return invalid.map(({ id, problem }) => `The ${kind} "${id}" in the table is not valid: ${problem}`);
}

function scopeOf(grant: RecordDocument | null): string {
  return grant === null ? '' : textIn(grant, 'scope') || `user:${textIn(grant, 'email')}`;
}

/** Versions of grants with who, when, how, before and after, as a table. */
function describeGrantVersions<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  versions: OperationDocument<'listTopUpVersions'>['rows'],
  style: Style,
): string {
  return versions.length === 0
    ? `No ${record.kind.name} was ever made there.`
    : versionTable(
        versions,
        {
          names: ['Id', 'For'],
          cells: ({ id, after }) => [id, scopeOf(after)],
          what: ({ before, after }) =>
            after?.endedAt && !before?.endedAt ? 'ended' : describeStep(record, { before, after }),
        },
        style,
      );
}

/** The scope of somebody, or of a team; nothing where nobody is named. */
function scopeIn(who: string | undefined): string | undefined {
  return who === undefined ? undefined : formatScope(parseScopeArgument(scopeText(who)));
}

async function endOneTopUp(context: CommandContext, given: Given): Promise<ExitCode> {
  const [id = ''] = given.words;
  const options = impactOptionsOf(given);
  return makeEdit(
    context,
    {
      options,
      look: lookAtEdit({ edit: 'end-top-up', id }, options),
      make: async (api, { query, call }) => (await api.read('endTopUp', { id, ...query }, call)).document,
    },
    {
      isIdle: (_topUp, { isEdit }) => !isEdit,
      tell: (topUp, { isEdit }) =>
        `The top-up of ${textIn(topUp, 'scope')} ${isEdit ? 'is ended.' : `was ended at ${textIn(topUp, 'endedAt')}; nothing was changed.`}`,
    },
  );
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
      make: async (api, { query }) =>
        (await api.read('addExemption', { ...query, body: said }, { idempotencyKey })).document,
    },
    {
      tell: ({ exemption }) =>
        `${textIn(exemption, 'email')} is exempt until ${dayText(textIn(exemption, 'until'))}: their limit stays unchanged, even if it stops them, and the run after that day sets it again.`,
      notes: ({ warnings }) => warnings.map((warning) => `Note: ${warning}.`),
      as: ({ exemption, warnings }) => ({ ...exemption, warnings }),
    },
  );
}

/** `exempt end EMAIL`: every exemption of the user. */
async function endUserExemptions(context: CommandContext, given: Given): Promise<ExitCode> {
  const [email = ''] = given.words;
  const options = impactOptionsOf(given);
  return makeEdit(
    context,
    {
      options,
      look: lookAtEdit({ edit: 'end-exemptions', email }, options),
      make: async (api, { query, call }) => (await api.read('endExemptions', { email, ...query }, call)).document,
    },
    { tell: () => `${plainText(emailKey(email))} is no longer exempt, and is capped again.` },
  );
}
