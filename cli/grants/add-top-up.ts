import { addGrant, proposedGrant } from '../../shared/application/edits/edit-grants.ts';
import { previewTopUp, type TopUpPreview, type TopUpWay } from '../../shared/application/queries/preview-top-up.ts';
import { topUpRecord } from '../../shared/contracts/records/grant.ts';
import { formatScope } from '../../shared/domain/budgets/scope.ts';
import { topUpStatus, type TopUp, type TopUpTerms } from '../../shared/domain/budgets/top-up.ts';
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
import { agreeOnGrants } from '../records/agreed-grants.ts';
import { endUnmade } from '../records/impact-question.ts';
import { impactOptionsOf, type ImpactOptions } from '../records/impact-options.ts';
import { plainFromGiven, termsFrom, type Given } from '../records/record-options.ts';
import { noteEffect } from '../records/takes-effect.ts';
import {
  describeGains,
  describeImpossible,
  getsDocument,
  instantText,
} from '../../shared/terminal/grants/describe-gains.ts';
import { scopeText, warnIfUnknown, warnIfUnknownTeam } from './grant-arguments.ts';
import { topUpDocument } from './top-ups.ts';

/** The ways in which it can be made, as the preview names them. */
type WayName = 'ordered' | 'withinPool' | 'raisePools';

/**
 * `topup add WHO CREDITS`: extra credits from a day (today) to a day (the last of the platform window). Says what they
 * give now and why not more before it is made, and asks how where pools leave less.
 */
export async function addTopUp(context: CommandContext, given: Given): Promise<ExitCode> {
  const options = impactOptionsOf(given);
  const atMs = momentOf(context, options);
  return withInstallation(context, async (installation) => {
    const settings = installation.readSettings();
    const now = { today: dayOf(atMs), platformWindow: { anchorDay: settings.platformWindowAnchorDay } };
    const order = { settings, atMs, ...orderIn(given, now) };
    const look = async (): Promise<TopUpPreview> => previewTopUp(installation, order);
    const first = await look();
    const warnings = await warningsOf(order.terms, installation, now);
    const name = await chooseWay(context, first, options);
    if (name === undefined) {
      return tellNotMade(context, first, warnings);
    }
    return agreeAndMake(context, { installation, options, name, first, look, warnings, today: now.today });
  });
}

interface MakeOrder {
  readonly installation: Installation;
  readonly options: ImpactOptions;
  readonly name: WayName;
  readonly first: TopUpPreview;
  /** Looks again, when something has moved since. */
  readonly look: () => Promise<TopUpPreview>;
  readonly warnings: readonly string[];
  readonly today: Day;
}

/** Shows the impact of a top-up made in one way, and makes exactly that once it is agreed. */
async function agreeAndMake(context: CommandContext, order: MakeOrder): Promise<ExitCode> {
  const { installation, options, name, warnings, today } = order;
  const author = authorOf(context);
  let preview = order.first;
  let looks = 0;
  const wayNow = (): TopUpWay => preview[name] ?? preview.ordered;
  const grantTerms = () => {
    const { terms, usableBefore } = wayNow();
    return { kind: 'top-up', ...terms, ...(Object.keys(usableBefore).length > 0 && { usableBefore }) } as const;
  };
  const agreement = await agreeOnGrants(context, {
    installation,
    options,
    async propose() {
      preview = looks === 0 ? preview : await order.look();
      looks += 1;
      return [proposedGrant(grantTerms(), author)];
    },
    introduce: () => [...describeWay(wayNow(), preview), ...describeWays(preview)].join('\n'),
    furtherFields: () => waysDocument(preview, wayNow()),
  });
  warnings.forEach((warning) => context.note(`Mind: ${warning}.`));
  if (agreement.kind !== 'agreed') {
    return endUnmade(context, agreement);
  }
  const grant = await addGrant(grantPorts(installation), grantTerms(), author);
  if (grant.kind === 'top-up') {
    const gets = getsDocument(wayNow().gains, preview.laterMs);
    context.tell({
      json: { ...topUpDocument(grant, today), gets, warnings, impact: agreement.impact },
      text: describeMade(grant, wayNow(), today),
    });
  }
  noteEffect(context, installation);
  return exitCodes.done;
}

/** Somebody who gets less than it says does not "have more credits". */
function describeMade(topUp: TopUp, { gains }: TopUpWay, today: Day): string {
  const { id, scope, credits, from, to } = topUp;
  const isShort = topUpStatus(topUp, today) === 'in-force' && gains.some(({ shortfall }) => shortfall !== undefined);
  const has = isShort ? `a top-up of ${grouped(credits)} credits` : `${grouped(credits)} more credits`;
  return `${formatScope(scope)} has ${has} from ${from} to ${to}. Id: ${id}`;
}

/** The terms that were given; `--raise-pools` without names stands for the pools that bind. */
function orderIn(given: Given, now: Now): { readonly terms: TopUpTerms; readonly raisesBinding: boolean } {
  const [who = '', ...words] = given.words;
  const { raises, ...plain } = plainFromGiven(topUpRecord, { ...given, words: [scopeText(who), ...words] }).plain;
  const raisesBinding = raises === true;
  if (raisesBinding && plain['withinPool'] === true) {
    throw wrongUsage('Give --within-pool or --raise-pools, not both: pools get more or they do not');
  }
  const named = raises === undefined || raisesBinding ? {} : { raises };
  const terms = termsFrom(topUpRecord, { ...usualDays(plain['from'], now), ...plain, ...named });
  return { terms, raisesBinding };
}

/** The way in which it is to be made; undefined when it is not. A dry run shows all of them with the one ordered. */
async function chooseWay(
  context: CommandContext,
  preview: TopUpPreview,
  { yes, dryRun }: ImpactOptions,
): Promise<WayName | undefined> {
  if (dryRun === true || yes === true || !isOpen(preview)) {
    return 'ordered';
  }
  const { confirm } = context.io;
  if (context.options.json === true || confirm === undefined) {
    return undefined;
  }
  context.say([...describeWay(preview.ordered, preview), ...describeWays(preview)].join('\n'));
  const questions = [
    { name: 'withinPool', question: 'Reserve it within the pool (--within-pool)?' },
    { name: 'raisePools', question: `Raise ${poolsOf(preview.raisePools)} by as much (--raise-pools)?` },
  ] as const;
  for (const { name, question } of questions) {
    if (preview[name] !== undefined && (await confirm(question))) {
      return name;
    }
  }
  return undefined;
}

/** There are ways that give more than the one that was ordered. */
function isOpen({ withinPool, raisePools }: TopUpPreview): boolean {
  return withinPool !== undefined || raisePools !== undefined;
}

/** Nobody chose a way: on a terminal somebody left it; elsewhere nobody could be asked. */
function tellNotMade(context: CommandContext, preview: TopUpPreview, warnings: readonly string[]): ExitCode {
  const isLeft = context.io.confirm !== undefined && context.options.json !== true;
  const lines = isLeft
    ? ['Nothing was changed.']
    : [
        ...describeWay(preview.ordered, preview),
        ...describeWays(preview),
        'Nothing was changed. Give --within-pool or --raise-pools; or --yes for a top-up that their pools may never give.',
      ];
  const document = topUpRecord.document(preview.ordered.terms);
  context.tell({
    json: { ...document, id: null, ...waysDocument(preview, preview.ordered), warnings },
    text: lines.join('\n'),
  });
  warnings.forEach((warning) => context.note(`Mind: ${warning}.`));
  return isLeft ? exitCodes.done : exitCodes.wrongUsage;
}

/** What the way that was looked at gives, and the others. */
function waysDocument({ withinPool, raisePools, laterMs }: TopUpPreview, way: TopUpWay) {
  const documentOf = (each: TopUpWay | undefined) =>
    each === undefined
      ? null
      : { ...getsDocument(each.gains, laterMs), raises: (each.terms.raises ?? []).map(formatScope) };
  return {
    gets: getsDocument(way.gains, laterMs),
    ways: { withinPool: documentOf(withinPool), raisePools: documentOf(raisePools) },
  };
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
