import { readAmount } from '../../../../shared/kernel/records/contract/fields/amount.ts';
import { requestRuleRecord } from '../../../../shared/requests/contract/request-rule.ts';
import { formOf } from '../../../parts/editing/form-of.ts';
import { linesIn, type Draft, type RecordVersion } from '../../../parts/editing/record-form.ts';
import { creditsText } from '../../../parts/texts/amounts.ts';

/** A rule of requests in a form. */
export const ruleForm = formOf(requestRuleRecord, ['name']);
export type RuleField = (typeof ruleForm.fields)[number]['name'];

/** What a rule comes to, in a sentence a fact. */
export function ruleWords(draft: Draft<RuleField>): readonly string[] {
  const [people, teams] = [linesIn(draft.people), linesIn(draft.teams)];
  const amount = (field: RuleField): string => creditsText(readAmount(draft[field]) ?? 0);
  const whose = [
    ...(people.length === 0 ? [] : [people.join(', ')]),
    ...(teams.length === 0 ? [] : [`members of ${teams.join(', ')}`]),
  ];
  return [
    `Requests of ${whose.length === 0 ? 'everybody' : whose.join(' who are ')} for at most ${amount('creditsMax')} credits are approved at once, without anybody.`,
    `Rules give one person at most ${amount('personMonthMax')} credits a month.`,
    ...(draft.monthMax.trim() === ''
      ? ['There is no limit for all together: give one to bound what the rule can cost.']
      : [`All together get at most ${amount('monthMax')} credits a month by this rule.`]),
    'A rule does not approve requests of whoever set it last. What is asked already stays in the queue.',
  ];
}

/** A rule as the table shows it; absent numbers are null. */
export interface Rule {
  readonly name: string;
  readonly creditsMax: number | null;
  readonly personMonthMax: number | null;
  readonly monthMax: number | null;
  readonly people: readonly string[];
  readonly teams: readonly string[];
  readonly pools: string;
}

/** Reads a record of the kind `rules`: the API answers records of all kinds alike. */
export function ruleOf(row: Readonly<Record<string, unknown>>): Rule {
  const credits = (field: string): number | null => (typeof row[field] === 'number' ? row[field] : null);
  const text = (field: string): string | undefined => {
    const value = row[field];
    return typeof value === 'string' ? value : undefined;
  };
  const texts = (field: string): readonly string[] => {
    const value = row[field];
    return Array.isArray(value) ? value.map(String) : [];
  };
  return {
    name: text('rule') ?? text('name') ?? '',
    creditsMax: credits('creditsMax'),
    personMonthMax: credits('personMonthMax'),
    monthMax: credits('monthMax'),
    people: texts('people'),
    teams: texts('teams'),
    pools: text('pools') ?? 'within',
  };
}

interface ListedVersion {
  readonly version: number;
  readonly at: string;
  readonly by: string;
  readonly way: string;
  readonly terms: Readonly<Record<string, unknown>> | null;
}

/** The versions of one rule, the newest first, each beside the one before it. */
export function versionsOf(rows: readonly ListedVersion[]): readonly RecordVersion<RuleField>[] {
  const oldestFirst = rows.toSorted((a, b) => a.version - b.version);
  return oldestFirst
    .map(({ terms, ...facts }, index) => ({
      ...facts,
      before: oldestFirst[index - 1]?.terms ?? null,
      after: terms,
    }))
    .toReversed();
}
