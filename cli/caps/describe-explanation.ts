import { inheritedFrom } from '../../shared/budgets/budget-title.ts';
import { describeUncapped } from '../../shared/caps/uncapped.ts';
import type { ExplainedUserDocument } from '../../shared/explanation/contract.ts';
import { nightlyMinute } from '../../shared/kernel/runs/next-run.ts';
import { grouped, neededIn } from '../../shared/kernel/texts/amounts.ts';
import { creditsOver, creditsText, sayNeeded } from '../../shared/kernel/texts/credits.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { type Day, dayAndMonth, dayText, startText, minuteText } from '../../shared/kernel/time/day.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { describeLive } from '../status/describe-live.ts';
import { describeInForce } from './describe-in-force.ts';
import { describeDays, describeLayer, nameOf } from './describe-layer.ts';

const untrustedNamedMax = 5;

/** One person's cap in plain words, as of a day. */
export function describeExplanation(explanation: ExplainedUserDocument, today: Day, { colors }: Style): string {
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['The limit', [...verdictLines(explanation), ...earlierTeamLines(explanation)]],
    ['Budgets', explanation.layers.map((layer) => plainLines(describeLayer(layer)))],
    ['In force now', describeInForce(explanation)],
    ['Resets', resetLines(explanation)],
    ['Who can change it', changerLines(explanation)],
    ['What is not known', unknownLines(explanation, today)],
    ['Last changes', changeLines(explanation)],
  ];
  const filled = sections.filter(([, lines]) => lines.length > 0);
  const words = [
    whoLine(explanation),
    ...filled.map(([title, lines]) => [colors.bold(title), ...lines.map((line) => `  ${line}`)].join('\n')),
  ].join('\n\n');
  return [words, ...(explanation.live === undefined ? [] : ['', ...describeLive(explanation.live)])].join('\n');
}

/** What `--json` has of an explanation: what only the words need is left out. */
export function explanationJson({
  unlimited: _unlimited,
  isPartial: _part,
  unheard: _unheard,
  ...rest
}: ExplainedUserDocument) {
  return {
    ...rest,
    layers: rest.layers.map(({ budgetFrom: _from, budgetTo: _to, ...layer }) => ({
      ...layer,
      share: layer.share === null ? null : { ...layer.share, asked: undefined },
    })),
  };
}

/** What is said beside an explanation. */
export function explanationNotes({ unheard, isPartial }: ExplainedUserDocument): readonly string[] {
  return [
    ...(unheard === null ? [] : [unheard]),
    ...(isPartial ? ['Budgets of the whole organization are left out; to see them takes the role viewer.'] : []),
  ];
}

function whoLine({ userId, email, name, joinedAt, verdict, reason, leftOn }: ExplainedUserDocument): string {
  const who = [name, email === null ? null : name === null ? email : `<${email}>`];
  const since = joinedAt === null ? '' : `, in the organization since ${dayText(joinedAt.slice(0, 10))}`;
  const place =
    verdict === 'left'
      ? `, not on the roster any more since ${leftOn ?? 'an unknown day'}`
      : verdict === 'uncappable' && reason === 'not-on-roster'
        ? ', not on the roster'
        : since;
  return plainText(`${who.filter((part) => part !== null).join(' ')} (${userId})${place}`.trim());
}

function verdictLines(explanation: ExplainedUserDocument): readonly string[] {
  const { verdict, heldBy, reason } = explanation;
  const used = `${creditsOver(explanation.used, explanation.platformWindow)} used in the platform’s window (${describeDays(explanation.platformWindow)})`;
  switch (verdict) {
    case 'limited':
      return limitLines(explanation, used);
    case 'unlimited':
      return heldBy === null
        ? [`Unlimited, as the budgets say. ${used}.`]
        : [`${creditsText(heldBy.credits)}: the budgets say unlimited. ${used}.`, boundWords(heldBy)];
    case 'stays':
      return [`The limit stays unchanged: ${staysBecause[reason as keyof typeof staysBecause]}. ${used}.`];
    case 'uncappable':
      return [
        `They cannot be capped: ${describeUncapped(reason as Parameters<typeof describeUncapped>[0])}.`,
        `${used}.`,
      ];
    case 'left':
      return [`Curfew sets no limit off the roster; the last one stays. ${used}.`];
  }
}

function limitLines(
  { limit, headroom, heldBy, needed, binding, layers, ...more }: ExplainedUserDocument,
  used: string,
) {
  const [limitCredits, left] = [limit ?? 0, headroom ?? 0];
  const sum = `${used} + ${creditsText(left)} left`;
  const isSum = heldBy === null || limitCredits === more.used + left;
  return [
    isSum
      ? `${creditsText(limitCredits)} = ${sum}.`
      : `${creditsText(limitCredits)}: ${sum}, ${boundSum[heldBy.kind]}.`,
    ...(heldBy === null ? [] : [boundWords(heldBy)]),
    ...(left === 0 ? [leftNothing(more)] : []),
    ...(needed === null ? [] : [sayNeeded('They need', neededIn(needed))]),
    ...(binding === null
      ? []
      : [
          plainText(
            `The tightest budget sets the limit: ${nameOf(binding)}${sourceWords(binding)}${shareWords(binding, layers)}.`,
          ),
        ]),
  ];
}

function leftNothing({ stopped, heldPlan }: Pick<ExplainedUserDocument, 'stopped' | 'heldPlan'>): string {
  switch (stopped) {
    case 'approval':
      return `This limit waits for approval: they can work, and would be stopped once the plan is approved (npx curfew approve ${heldPlan}).`;
    case 'next-run':
      return 'Nothing is left: they can work until the next run sets this limit; then they are stopped.';
    case 'now':
    case null:
      return 'Nothing is left: with this limit they are stopped.';
  }
}

/** Use stays with the team in which it was: a move takes none along. */
function earlierTeamLines({ usedInEarlierTeams, used: all, platformWindow }: ExplainedUserDocument): readonly string[] {
  return usedInEarlierTeams.map(({ team, through, used }) =>
    plainText(
      `${creditsOver(used, platformWindow)} of this month’s ${creditsOver(all, platformWindow)} in ${team === null ? 'no team' : `team ${team}`} until ${dayAndMonth(through)}.`,
    ),
  );
}

function sourceWords({ scope }: NonNullable<ExplainedUserDocument['binding']>): string {
  const source = inheritedFrom(scope);
  return source === undefined ? '' : `, the ${source}`;
}

/** A budget that the caller may not see is one that others share. */
function shareWords(
  binding: NonNullable<ExplainedUserDocument['binding']>,
  layers: ExplainedUserDocument['layers'],
): string {
  const layer = layers.find(({ scope, window }) => scope === binding.scope && window === binding.window);
  return layer?.share === null ? '' : ', by their share of it';
}

const boundSum = { floor: 'raised', ceiling: 'held down' } as const;

function boundWords({ kind, credits }: NonNullable<ExplainedUserDocument['heldBy']>): string {
  return kind === 'floor'
    ? `It stands at the floor of ${creditsText(credits)} (limitFloorCredits in the settings), above what the budgets leave.`
    : `The ceiling of ${creditsText(credits)} (limitCeilingCredits in the settings) holds it, even if the budgets leave more.`;
}

const staysBecause = {
  exempt: 'they are exempt (until when and why: npx curfew exempt list)',
  'no-budget': 'no budget that sets limits concerns them',
  'invalid-budget': 'a budget that concerns them cannot be read (what is wrong with it: npx curfew budgets list)',
  'unreadable-usage': 'some of their figures could not be read from the platform',
} as const;

function resetLines({ verdict, platformWindow, binding, resetsAt }: ExplainedUserDocument): readonly string[] {
  const platform = `The platform’s window resets on ${startText(platformWindow.resetsAt.slice(0, 10))}.`;
  if (verdict !== 'limited' || binding === null || resetsAt === null) {
    return [platform];
  }
  const [hour, minute] = [Math.floor(nightlyMinute / 60), nightlyMinute % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return [
    plainText(`The budget "${nameOf(binding)}" resets on ${startText(resetsAt.slice(0, 10))}.`),
    platform,
    `The limit itself moves with the next run after that (every night at ${hour}:${minute} UTC).`,
  ];
}

function changerLines({ verdict, canChange: { owners, admins } }: ExplainedUserDocument): readonly string[] {
  if (verdict === 'uncappable' || verdict === 'left') {
    return [];
  }
  const which = verdict === 'limited' ? 'that budget' : 'these budgets';
  return [
    owners.length === 0 ? `No owner is named of ${which}.` : plainText(`Owners of ${which}: ${owners.join(', ')}`),
    admins.length === 0 ? 'No admins are named in the settings.' : plainText(`Admins: ${admins.join(', ')}`),
  ];
}

function unknownLines({ dataThrough, notKnown }: ExplainedUserDocument, today: Day): readonly string[] {
  const named = notKnown
    .slice(0, untrustedNamedMax)
    .map(({ day, why }) => plainText(`${day} is not complete: ${why.join(', ')}.`));
  const more = notKnown.length - named.length;
  return [
    `Today’s usage (${dayAndMonth(today)}) is available tomorrow.`,
    dataThrough === null ? 'No day is complete yet.' : `Data is complete through ${dayText(dataThrough)}.`,
    ...named,
    ...(more > 0 ? [`And ${grouped(more)} more days are not complete.`] : []),
    ...(notKnown.length > 0 ? ['No cap moves until these days are complete.'] : []),
  ];
}

const outcomeWords = { done: '', failed: ' (the platform refused it)', unknown: ' (no answer)' } as const;

function changeLines({ changes }: ExplainedUserDocument): readonly string[] {
  return changes.map(({ at, outcome, from, to, reason, budget, run }) => {
    const before = from === null ? 'none' : creditsText(from);
    const words = [reason.replaceAll('-', ' '), ...(budget === null ? [] : [budget])].join(', ');
    return plainText(
      `${minuteText(at)}  ${before} -> ${creditsText(to)}${outcomeWords[outcome]}: ${words}; run ${run ?? 'unknown'}`,
    );
  });
}

/** Lines made here stay lines; what else steers a terminal goes. */
function plainLines(text: string): string {
  const [first = '', ...others] = text.split('\n');
  return [plainText(first), ...others.map((line) => `    ${plainText(line)}`)].join('\n');
}
