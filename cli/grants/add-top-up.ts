import { addGrant } from '../../shared/application/edits/edit-grants.ts';
import { previewTopUp, type TopUpPreview, type TopUpWay } from '../../shared/application/queries/preview-top-up.ts';
import { topUpRecord } from '../../shared/contracts/records/grant.ts';
import { formatScope } from '../../shared/domain/budgets/scope.ts';
import { topUpStatus, type TopUpTerms } from '../../shared/domain/budgets/top-up.ts';
import { describeTopUpReach, type Now } from '../../shared/domain/budgets/top-up-reach.ts';
import { windowAt } from '../../shared/domain/budgets/window.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import { dayOf, isDay, type Day } from '../../shared/domain/time/day.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { momentOf } from '../frame/moment.ts';
import { grantPorts, withInstallation } from '../frame/with-installation.ts';
import { plainFromGiven, termsFrom, type Given } from '../records/record-options.ts';
import { noteEffect } from '../records/takes-effect.ts';
import { describeGains, describeImpossible, getsDocument, instantText } from './describe-gains.ts';
import { scopeText, warnIfUnknown, warnIfUnknownTeam } from './grant-arguments.ts';
import { topUpDocument } from './top-ups.ts';

/** How a top-up is made, beside its terms. */
export interface AddOptions {
  readonly at?: string;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

/**
 * `topup add WHO CREDITS`: extra credits from a day (today) to a day (the last of the platform window). Says what they
 * give now and why not more before it is made, and asks how where pools leave less.
 */
export async function addTopUp(context: CommandContext, given: Given, options: AddOptions): Promise<ExitCode> {
  const [who = '', ...words] = given.words;
  const said = plainFromGiven(topUpRecord, { ...given, words: [scopeText(who), ...words] }).plain;
  const { raises, ...plain } = said;
  const named = raises === undefined || raises === true ? {} : { raises };
  if (raises === true && plain['withinPool'] === true) {
    throw wrongUsage('Give --within-pool or --raise-pools, not both: pools get more or they do not');
  }
  const atMs = momentOf(context, options);
  return withInstallation(context, async (installation) => {
    const settings = installation.readSettings();
    const now = { today: dayOf(atMs), platformWindow: { anchorDay: settings.platformWindowAnchorDay } };
    const terms = termsFrom(topUpRecord, { ...usualDays(plain['from'], now), ...plain, ...named });
    const order = { settings, atMs, terms, raisesBinding: raises === true };
    const preview = await previewTopUp(installation, order);
    const warnings = await warningsOf(terms, installation, now);
    const way = await chooseWay(context, preview, options);
    return way === undefined
      ? tellNotMade(context, { preview, warnings, isDryRun: options.dryRun === true })
      : makeTopUp(context, installation, {
          way,
          preview,
          warnings,
          today: now.today,
          isUsualEnd: plain['to'] === undefined,
        });
  });
}

interface Order {
  readonly way: TopUpWay;
  readonly preview: TopUpPreview;
  readonly warnings: readonly string[];
  readonly today: Day;
  /** Its last day was not given. */
  readonly isUsualEnd: boolean;
}

async function makeTopUp(context: CommandContext, installation: Installation, order: Order): Promise<ExitCode> {
  const { way, preview, today, isUsualEnd } = order;
  const hasUsable = Object.keys(way.usableBefore).length > 0;
  const noted = hasUsable ? { usableBefore: way.usableBefore } : {};
  const grant = await addGrant(grantPorts(installation), { kind: 'top-up', ...way.terms, ...noted }, authorOf(context));
  if (grant.kind === 'top-up') {
    const { id, scope, credits, from, to } = grant;
    const isInForce = topUpStatus(grant, today) === 'in-force';
    const isShort = isInForce && way.gains.some(({ shortfall }) => shortfall !== undefined);
    const has = isShort ? `a top-up of ${grouped(credits)} credits` : `${grouped(credits)} more credits`;
    const chosen = isUsualEnd ? ', the last day of the platform’s window' : '';
    const first = `${formatScope(scope)} has ${has} from ${from} to ${to}${chosen}. Id: ${id}`;
    context.tell({
      json: {
        ...topUpDocument(grant, today),
        gets: getsDocument(way.gains, preview.laterMs),
        warnings: order.warnings,
      },
      text: [first, ...(isShort ? describeWay(way, preview) : [])].join('\n'),
    });
  }
  noteEffect(context, { isRunning: installation.isRunning });
  order.warnings.forEach((warning) => context.note(`Mind: ${warning}.`));
  return exitCodes.done;
}

/** The way in which it is to be made; undefined when it is not. */
async function chooseWay(
  context: CommandContext,
  preview: TopUpPreview,
  { yes, dryRun }: AddOptions,
): Promise<TopUpWay | undefined> {
  const { ordered, withinPool, raisePools } = preview;
  if (dryRun === true) {
    return undefined;
  }
  if (!isOpen(preview) || yes === true) {
    return ordered;
  }
  const { confirm } = context.io;
  if (context.options.json === true || confirm === undefined) {
    return undefined;
  }
  context.say([...describeWay(ordered, preview), ...describeWays(preview)].join('\n'));
  for (const { way, question } of [
    { way: withinPool, question: 'Reserve it within the pool (--within-pool)?' },
    { way: raisePools, question: `Raise ${poolsOf(raisePools)} by as much (--raise-pools)?` },
  ]) {
    if (way !== undefined && (await confirm(question))) {
      return way;
    }
  }
  return undefined;
}

/** There are ways that give more than the one that was ordered. */
function isOpen({ withinPool, raisePools }: TopUpPreview): boolean {
  return withinPool !== undefined || raisePools !== undefined;
}

function tellNotMade(
  context: CommandContext,
  { preview, warnings, isDryRun }: Pick<Order, 'preview' | 'warnings'> & { readonly isDryRun: boolean },
): ExitCode {
  const { ordered, withinPool, raisePools, laterMs } = preview;
  const wayDocument = (way: TopUpWay | undefined) =>
    way === undefined
      ? null
      : { ...getsDocument(way.gains, laterMs), raises: (way.terms.raises ?? []).map(formatScope) };
  const isAsked = isOpen(preview) && context.io.confirm !== undefined && context.options.json !== true;
  const how = isDryRun
    ? 'Nothing was changed (--dry-run).'
    : isAsked
      ? 'Nothing was changed.'
      : 'Nothing was changed. Give --within-pool or --raise-pools; or --yes for a top-up that their pools may never give.';
  const lines = isAsked && !isDryRun ? [] : [...describeWay(ordered, preview), ...describeWays(preview)];
  context.tell({
    json: {
      ...topUpRecord.document(ordered.terms),
      id: null,
      gets: getsDocument(ordered.gains, laterMs),
      ways: { withinPool: wayDocument(withinPool), raisePools: wayDocument(raisePools) },
      warnings,
    },
    text: [...lines, how].join('\n'),
  });
  warnings.forEach((warning) => context.note(`Mind: ${warning}.`));
  return isDryRun || isAsked ? exitCodes.done : exitCodes.wrongUsage;
}

/** What a way gives; and what no way gives under the promise of the pools, where there is no better one. */
function describeWay({ gains }: TopUpWay, preview: TopUpPreview): readonly string[] {
  const impossible = isOpen(preview) ? [] : gains.flatMap(describeImpossible);
  return [...describeGains(gains, preview.laterMs), ...impossible];
}

/** The ways out of pools that leave less, each with what it gives. */
function describeWays({ withinPool, raisePools, laterMs }: TopUpPreview): readonly string[] {
  const ways = [
    { flag: '--within-pool', how: 'they come first in their pools, which get no more', way: withinPool },
    { flag: '--raise-pools', how: `as much more for ${poolsOf(raisePools)}`, way: raisePools },
  ];
  const lines = ways.flatMap(({ flag, how, way }) => {
    if (way === undefined) {
      return [];
    }
    const { now, later } = getsDocument(way.gains, laterMs);
    const then = later === null ? '' : `, up to ${grouped(later)} in all from ${instantText(laterMs)} at the earliest`;
    return [`  ${flag}: ${how}: ${grouped(now)} now${then}.`];
  });
  const impossible = withinPool?.gains.flatMap(describeImpossible) ?? [];
  return lines.length === 0 ? [] : ['Ways to give it:', ...lines, '  or leave it.', ...impossible];
}

function poolsOf(way: TopUpWay | undefined): string {
  return (way?.terms.raises ?? []).map(formatScope).join(' and ');
}

/** A first day that is none is left for the record to name. */
function usualDays(from: unknown, { today, platformWindow }: Now): { readonly from: Day; readonly to: Day } {
  const first = typeof from === 'string' && isDay(from) ? from : today;
  return { from: first, to: windowAt('platform', first, platformWindow).through };
}

async function warningsOf(
  terms: TopUpTerms,
  { users, teams, budgets }: Installation,
  now: Now,
): Promise<readonly string[]> {
  const { scope } = terms;
  const unknown =
    scope.kind === 'user' ? await warnIfUnknown(users, scope.email) : await warnIfUnknownTeam(teams, scope.name);
  return [...unknown, ...describeTopUpReach(terms, (await budgets.list()).budgets, now)];
}
