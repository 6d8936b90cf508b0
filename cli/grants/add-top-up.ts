import { topUpRecord } from '../../shared/grants/contract/grant.ts';
import type { OperationDocument } from '../../shared/kernel/contract/contracts.ts';
import { randomIds } from '../../shared/kernel/runtime/random-ids.ts';
import { atOf, impactOptionsOf, type ImpactOptions } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { withApi } from '../frame/connection/with-api.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { makeEdit, lookAtEdit } from '../records/make-edit.ts';
import { saidIn, type Given } from '../records/record-options.ts';
import { describeMade, describePreview, getsJson, hasWays, waysJson } from './describe-ways.ts';
type Said = Readonly<Record<string, unknown>>;

/**
 * `topup add WHO CREDITS`: extra credits from a day (today) to a day (the last of the platform window). Says what they
 * give now and why not more before it is made, and asks how where pools leave less.
 */
export async function addTopUp(context: CommandContext, given: Given): Promise<ExitCode> {
  const options = impactOptionsOf(given);
  const [who = '', ...words] = given.words;
  const said = saidIn(topUpRecord, { ...given, words: [scopeText(who), ...words] });
  if (said['raises'] === true && said['withinPool'] === true) {
    throw wrongUsage('Give --within-pool or --raise-pools, not both: pools get more or they do not');
  }
  const { document } = await withApi(context, async (api) =>
    api.read('previewTopUp', { ...atOf(options), body: said }),
  );
  // Before the question: a mistyped name needs no confirmation.
  document.warnings.forEach((warning) => context.note(`Note: ${warning}.`));
  const chosen = await chooseWay(context, { document, said }, options);
  if (chosen === undefined) {
    return printNotMade(context, document);
  }
  return makeTopUp(context, { options, said: chosen });
}

/** Shows the impact of a top-up made in one way, and makes exactly that once it is agreed. */
async function makeTopUp(
  context: CommandContext,
  { options, said }: { readonly options: ImpactOptions; readonly said: Said },
): Promise<ExitCode> {
  const idempotencyKey = randomIds.next();
  return makeEdit(
    context,
    {
      options,
      look: lookAtEdit({ edit: 'add-top-up', said }, options),
      introduce: ({ topUp }) => (topUp === undefined ? '' : describePreview(topUp)),
      make: async (api, { query }) =>
        (await api.read('addTopUp', { ...query, body: said }, { idempotencyKey })).document,
    },
    {
      tell: describeMade,
      as: ({ topUp, gets, ...rest }) => ({ ...topUp, gets: getsJson(gets), ...rest }),
    },
  );
}

/** The top-up as it is to be made; undefined when it is not. A dry run shows all ways with the one ordered. */
async function chooseWay(
  context: CommandContext,
  { document, said }: { readonly document: OperationDocument<'previewTopUp'>; readonly said: Said },
  { yes, dryRun }: ImpactOptions,
): Promise<Said | undefined> {
  const { withinPool, raisePools } = document.ways;
  const isOpen = hasWays(document);
  const { isIdle } = document.gets;
  if (dryRun === true || yes === true || !(isOpen || isIdle)) {
    return said;
  }
  const { confirm } = context.io;
  if (context.options.json === true || confirm === undefined) {
    return undefined;
  }
  context.say(describePreview(document));
  if (!isOpen && (await confirm('It gives nothing now. Save it anyway?'))) {
    return said;
  }
  if (withinPool !== null && (await confirm('Reserve it within the pool (--within-pool)?'))) {
    return { ...said, withinPool: true };
  }
  if (raisePools !== null) {
    const { raises } = raisePools;
    if (await confirm(`Raise ${raises.join(' and ')} by as much (--raise-pools)?`)) {
      return { ...said, raises };
    }
  }
  return undefined;
}

/** Nobody chose a way: on a terminal somebody left it; elsewhere nobody could be asked. */
function printNotMade(context: CommandContext, document: OperationDocument<'previewTopUp'>): ExitCode {
  const { topUp, warnings } = document;
  const isLeft = context.io.confirm !== undefined && context.options.json !== true;
  const remedy = hasWays(document)
    ? 'Nothing was changed. Give --within-pool or --raise-pools; or --yes to save it anyway: it may have no effect.'
    : 'Nothing was changed. Give another amount; or --yes to save it anyway: it has no effect now.';
  context.print({
    json: { ...topUp, id: null, ...waysJson(document), warnings },
    text: isLeft ? 'Nothing was changed.' : [describePreview(document), remedy].join('\n'),
  });
  return isLeft ? exitCodes.done : exitCodes.wrongUsage;
}

/** The scope that an email, `user:EMAIL` or `team:NAME` stands for, as text. */
export function scopeText(who: string): string {
  return who.includes('@') && !/^(user|team):/.test(who) ? `user:${who}` : who;
}
