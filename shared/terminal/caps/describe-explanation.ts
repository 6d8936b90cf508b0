import { describeUncapped } from '../../caps/uncapped.ts';
import { ownersOf, turnOf, type LimitBound, type Explanation } from '../../explanation/explanation.ts';
import type { CapChange } from '../../journal/cap-entry.ts';
import { describeNeeded, grouped } from '../../kernel/texts/amounts.ts';
import { plainText } from '../../kernel/texts/plain-text.ts';
import { dayAndMonth, startText } from '../../kernel/time/day.ts';
import type { Style } from '../style.ts';
import { describeInForce } from './describe-in-force.ts';
import { describeDays, describeLayer, nameOf } from './describe-layer.ts';

interface Surroundings {
  readonly admins: readonly string[];
  /** When the nightly run is, such as `02:30 UTC`. */
  readonly nightlyAt: string;
  readonly unlimitedCredits: number;
}

const untrustedNamedMax = 5;

/** One person's cap in plain words. */
export function describeExplanation(explanation: Explanation, around: Surroundings, { colors }: Style): string {
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['The limit', [...verdictLines(explanation), ...earlierTeamLines(explanation)]],
    ['Budgets', budgetLines(explanation)],
    ['In force now', describeInForce(explanation, around.unlimitedCredits)],
    ['Resets', resetLines(explanation, around)],
    ['Who can change it', changerLines(explanation, around)],
    ['What is not known', unknownLines(explanation)],
    ['Last changes', changeLines(explanation.changes)],
  ];
  const filled = sections.filter(([, lines]) => lines.length > 0);
  return [
    whoLine(explanation),
    ...filled.map(([title, lines]) => [colors.bold(title), ...lines.map((line) => `  ${line}`)].join('\n')),
  ].join('\n\n');
}

function whoLine({ userId, email, name, joinedAt, verdict }: Explanation): string {
  const who = [name, email === undefined ? undefined : name === undefined ? email : `<${email}>`];
  const since = joinedAt === undefined ? '' : `, in the organization since ${joinedAt.slice(0, 10)}`;
  const place =
    verdict.kind === 'left'
      ? `, not on the roster any more since ${verdict.since ?? 'an unknown day'}`
      : verdict.kind === 'uncappable' && verdict.reason === 'not-on-roster'
        ? ', not on the roster'
        : since;
  return plainText(`${who.filter((part) => part !== undefined).join(' ')} (${userId})${place}`.trim());
}

function budgetLines({ layers, emails }: Explanation): readonly string[] {
  const nameOfUser = (userId: string): string => emails.get(userId) ?? `user ${userId}`;
  return layers.map((layer) => plainLines(describeLayer(layer, nameOfUser)));
}

function verdictLines({ verdict, usedCredits, platformWindow, needed }: Explanation): readonly string[] {
  const used = `${grouped(usedCredits)} used in the platform’s window (${describeDays(platformWindow)})`;
  switch (verdict.kind) {
    case 'limited': {
      const { binding, limitCredits, headroomCredits, bound } = verdict;
      const sum = `${used} + ${grouped(headroomCredits)} left`;
      const isSum = bound === undefined || limitCredits === usedCredits + headroomCredits;
      return [
        isSum ? `${grouped(limitCredits)} = ${sum}.` : `${grouped(limitCredits)}: ${sum}, ${boundSum[bound.kind]}.`,
        ...(bound === undefined ? [] : [boundWords(bound)]),
        ...(headroomCredits === 0 ? ['Nothing is left: with this limit they are stopped.'] : []),
        ...(needed === undefined ? [] : [`They need ${describeNeeded(needed)}.`]),
        plainText(`The tightest budget sets the limit: ${nameOf(binding.budget)}${shareWords(binding)}.`),
      ];
    }
    case 'unlimited':
      return verdict.bound === undefined
        ? [`Unlimited, as the budgets say. ${used}.`]
        : [`${grouped(verdict.bound.credits)}: the budgets say unlimited. ${used}.`, boundWords(verdict.bound)];
    case 'stays':
      return [`The limit stays as it is: ${staysBecause[verdict.reason]}. ${used}.`];
    case 'uncappable':
      return [`They cannot be capped: ${describeUncapped(verdict.reason)}.`, `${used}.`];
    case 'left':
      return [`Curfew sets no limit off the roster; the last one stays. ${used}.`];
  }
}

/** Use stays with the team in which it was: a move takes none along. */
function earlierTeamLines({ earlierTeams, usedCredits }: Explanation): readonly string[] {
  return earlierTeams.map(({ team, through, credits }) =>
    plainText(
      `${grouped(credits)} of this month’s ${grouped(usedCredits)} in ${team === undefined ? 'no team' : `team ${team}`} until ${dayAndMonth(through)}.`,
    ),
  );
}

function shareWords({ share }: Explanation['layers'][number]): string {
  return share === undefined ? '' : ', by their share of it';
}

const boundSum = { floor: 'raised', ceiling: 'held down' } as const;

function boundWords({ kind, credits }: LimitBound): string {
  return kind === 'floor'
    ? `It stands at the floor of ${grouped(credits)} (limitFloorCredits in the settings), above what the budgets leave.`
    : `The ceiling of ${grouped(credits)} (limitCeilingCredits in the settings) holds it, whatever the budgets leave.`;
}

const staysBecause = {
  exempt: 'they are exempt (until when and why: npx curfew exempt list)',
  'no-budget': 'no budget that sets limits concerns them',
  'invalid-budget': 'a budget that concerns them cannot be read (what is wrong with it: npx curfew budgets list)',
  'unreadable-usage': 'some of their figures could not be read from the platform',
} as const;

function resetLines({ verdict, platformWindow }: Explanation, { nightlyAt }: Surroundings): readonly string[] {
  const platform = `The platform’s window resets on ${startText(turnOf(platformWindow))}.`;
  if (verdict.kind !== 'limited' || verdict.binding.window === undefined) {
    return [platform];
  }
  const { budget, window } = verdict.binding;
  return [
    plainText(`The budget "${nameOf(budget)}" resets on ${startText(turnOf(window))}.`),
    platform,
    `The limit itself moves with the next run after that (every night at ${nightlyAt}).`,
  ];
}

function changerLines(explanation: Explanation, { admins }: Surroundings): readonly string[] {
  const { verdict } = explanation;
  if (verdict.kind === 'uncappable' || verdict.kind === 'left') {
    return [];
  }
  const owners = ownersOf(explanation);
  const which = verdict.kind === 'limited' ? 'that budget' : 'these budgets';
  return [
    owners.length === 0 ? `No owner is named of ${which}.` : plainText(`Owners of ${which}: ${owners.join(', ')}`),
    admins.length === 0 ? 'No admins are named in the settings.' : plainText(`Admins: ${admins.join(', ')}`),
  ];
}

function unknownLines({ dataThrough, untrustedDays, today }: Explanation): readonly string[] {
  const named = untrustedDays.slice(0, untrustedNamedMax).map(({ day, known }) => {
    const doubts = known?.doubts.map(({ detail }) => detail).join(', ') ?? 'never read';
    return plainText(`${day} is not complete: ${doubts}.`);
  });
  const more = untrustedDays.length - named.length;
  return [
    `Today’s usage (${dayAndMonth(today)}) is available tomorrow.`,
    dataThrough === undefined ? 'No day is complete yet.' : `Data is complete through ${dataThrough}.`,
    ...named,
    ...(more > 0 ? [`And ${grouped(more)} more days are not complete.`] : []),
    ...(untrustedDays.length > 0 ? ['No cap moves until these days are complete.'] : []),
  ];
}

const outcomeWords = { done: '', failed: ' (the platform refused it)', unknown: ' (no answer)' } as const;

function changeLines(changes: readonly CapChange[]): readonly string[] {
  return changes.map(({ at, outcome, fromCredits, toCredits, reason, budget, runId }) => {
    const from = fromCredits === undefined ? 'none' : grouped(fromCredits);
    const words = [reason.replaceAll('-', ' '), ...(budget === undefined ? [] : [budget])].join(', ');
    return plainText(
      `${at.slice(0, 16)}Z  ${from} -> ${grouped(toCredits)}${outcomeWords[outcome]}: ${words}; run ${runId ?? 'unknown'}`,
    );
  });
}

/** Lines made here stay lines; what else steers a terminal goes. */
function plainLines(text: string): string {
  const [first = '', ...others] = text.split('\n');
  return [plainText(first), ...others.map((line) => `    ${plainText(line)}`)].join('\n');
}
