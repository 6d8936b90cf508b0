import { counted, grouped } from '../../shared/kernel/texts/amounts.ts';
import { creditsOver, creditsPhrase, creditsText } from '../../shared/kernel/texts/credits.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { dayAndMonth, rangeText } from '../../shared/kernel/time/day.ts';
import type { SuggestionDocument } from '../../shared/suggestion/contract.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { shownRows } from '../frame/shown-rows.ts';

const namedMax = 5;

/** Suggested budgets, what they were made from, and who would have been stopped. */
export function describeSuggestion(suggestion: SuggestionDocument, style: Style): string {
  const { goal, people, from, through, months, method, others } = suggestion;
  return [
    `${goalText(suggestion)} From the use of ${counted(people, 'person', 'people')}, ${rangeText({ from, through })}:`,
    budgetRows(suggestion, style),
    '',
    'The past months under these budgets alone:',
    monthRows(suggestion, style),
    'Replayed as runs work: figures come a day late, limits move each night.',
    'Past use is what was granted: a person who was stopped in those months wanted more.',
    ...(goal === 'total'
      ? ['The replay begins without any history: a strict budget stops more people in its first days than later.']
      : []),
    ...(months.every(({ whole }) => !whole) ? ['No whole month is known yet, so the known days stand for 31.'] : []),
    ...(method === 'totals'
      ? ['For so many people a shared budget counts as used up by its total; its nightly division stops some earlier.']
      : []),
    ...(others === 0 ? [] : [`${counted(others, 'other budget')} would stay: npx curfew budgets list`]),
    '',
    'Save them, after a look at the impact:',
    `  npx curfew suggest ${optionsOf(suggestion)}--csv budgets.csv`,
    '  npx curfew budgets import budgets.csv',
  ].join('\n');
}

function goalText({ goal, total, percentile, byTeam }: SuggestionDocument): string {
  switch (goal) {
    case 'usual-month':
      return 'Budgets that stop no person in a usual month.';
    case 'total':
      return `A strict total of ${creditsPhrase(total ?? 0)} a month${byTeam ? ', shared out to teams by past use' : ''}.`;
    case 'percentile':
      return `One limit for each person${byTeam ? ' of a team' : ''}, which ${percentile} of 100 months of people stayed within.`;
  }
}

function optionsOf({ goal, total, percentile, byTeam }: SuggestionDocument): string {
  const wanted = goal === 'total' ? `--total ${total} ` : goal === 'percentile' ? `--percentile ${percentile} ` : '';
  return `${wanted}${byTeam ? '--by-team ' : ''}`;
}

function budgetRows({ budgets }: SuggestionDocument, style: Style): string {
  const { rows, footer } = shownRows(budgets, { style, what: 'budget' });
  const columns = [
    { title: 'Budget' },
    { title: 'Amount', align: 'right' },
    { title: 'Highest month', align: 'right' },
    { title: 'People', align: 'right', isMinor: true },
    { title: 'Effect' },
  ] as const;
  const cells = rows.map(({ scope, window, amount, highest, people, mode }) => [
    `${scope} ${window}`,
    creditsText(amount),
    creditsText(highest),
    grouped(people),
    mode === 'enforce' ? 'sets limits' : 'alerts',
  ]);
  return [renderTable(columns, cells, style), ...footer].join('\n');
}

function monthRows({ months }: SuggestionDocument, style: Style): string {
  const columns = [{ title: 'Days' }, { title: 'Used', align: 'right' }, { title: 'Would have been stopped' }] as const;
  const rows = months.map((month) => [
    `${dayAndMonth(month.from)} to ${dayAndMonth(month.through)}`,
    creditsOver(month.used, month),
    stoppedText(month),
  ]);
  return renderTable(columns, rows, style);
}

function stoppedText({ stopped }: SuggestionDocument['months'][number]): string {
  const named = stopped
    .slice(0, namedMax)
    .map(({ email, day, scope }) => plainText(`${email} from ${dayAndMonth(day)} (${scope})`));
  const more = stopped.length - named.length;
  return stopped.length === 0
    ? 'no person'
    : `${counted(stopped.length, 'person', 'people')}: ${named.join(', ')}${more > 0 ? ` and ${grouped(more)} more` : ''}`;
}
