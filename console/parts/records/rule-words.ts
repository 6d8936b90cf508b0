import { readAmount } from '../../../shared/kernel/records/contract/fields/amount.ts';
import { linesIn, type Draft } from '../editing/record-form.ts';
import { creditsText } from '../texts/amounts.ts';

/** What a rule of requests comes to, in a sentence a fact. */
export function ruleWords(draft: Draft<string>): readonly string[] {
  const { people = '', teams = '', monthMax = '' } = draft;
  const amount = (field: string): string => creditsText(readAmount(draft[field] ?? '') ?? 0);
  const whose = [
    ...(people.trim() === '' ? [] : [linesIn(people).join(', ')]),
    ...(teams.trim() === '' ? [] : [`members of ${linesIn(teams).join(', ')}`]),
  ];
  return [
    `Requests of ${whose.length === 0 ? 'everybody' : whose.join(' who are ')} for at most ${amount('creditsMax')} credits are approved at once, without anybody.`,
    `Rules give one person at most ${amount('personMonthMax')} credits a month.`,
    ...(monthMax.trim() === ''
      ? ['There is no limit for all together: give one to bound what the rule can cost.']
      : [`All together get at most ${amount('monthMax')} credits a month by this rule.`]),
    'A rule does not approve requests of whoever set it last. What is asked already stays in the queue.',
  ];
}
