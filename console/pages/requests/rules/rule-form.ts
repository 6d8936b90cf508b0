import { readAmount } from '../../../../shared/kernel/records/contract/fields/amount.ts';
import {
  type Choices,
  linesIn,
  type Draft,
  type RecordForm,
  type RecordVersion,
} from '../../../parts/editing/record-form.ts';
import { creditsText } from '../../../parts/texts/amounts.ts';

/** In the order of the form. */
const ruleFields = ['creditsMax', 'personMonthMax', 'monthMax', 'people', 'teams', 'daysMax', 'pools', 'note'] as const;
export type RuleField = (typeof ruleFields)[number];

const credits: ReadonlySet<RuleField> = new Set(['creditsMax', 'personMonthMax', 'monthMax']);

/** A rule of requests in a form. */
export const ruleForm: RecordForm<RuleField> = {
  fields: ruleFields,
  labels: {
    creditsMax: { label: 'Credits of one request', help: 'At most, such as 5000 or 5k' },
    personMonthMax: { label: 'Credits a person a month', help: 'The most that rules give one person, UTC months' },
    monthMax: { label: 'Credits a month', help: 'The most that this rule gives all; empty: no limit' },
    people: {
      label: 'People',
      help: 'One a line: an email or a pattern such as *@acme.example; empty: everybody',
      control: 'lines',
    },
    teams: { label: 'Teams', help: 'One a line; empty: of any team and of none', control: 'lines' },
    daysMax: { label: 'Days', help: 'The request ends after so many days at most; empty: no limit' },
    pools: { label: 'Of the pools', help: 'What is taken of the pools that bind' },
    note: { label: 'Note', help: 'For people' },
  },
  fresh: {
    creditsMax: '',
    personMonthMax: '',
    monthMax: '',
    people: '',
    teams: '',
    daysMax: '',
    pools: 'within',
    note: '',
  },
  valueOf,
  describe(field, values) {
    const value = values[field];
    return credits.has(field) && typeof value === 'number' ? creditsText(value) : undefined;
  },
};

export const ruleChoices: Readonly<Partial<Record<RuleField, Choices>>> = {
  pools: [
    ['within', 'within: reserved in their pools, which get no more'],
    ['raise', 'raise: the pools that bind get as much more'],
    ['as-budgeted', 'as-budgeted: neither'],
  ],
};

/** What of a draft cannot be meant, by field; what the API alone can judge is not looked at. */
export function ruleProblems(draft: Draft<RuleField>): Readonly<Partial<Record<RuleField, string>>> {
  const required = ['creditsMax', 'personMonthMax'] as const;
  const wrong = [...credits].filter((field) => draft[field].trim() !== '' && creditsIn(draft[field]) === undefined);
  const missing = required.filter((field) => draft[field].trim() === '');
  return {
    ...Object.fromEntries([...wrong, ...missing].map((field) => [field, 'Give a whole number of credits from 1'])),
    ...(!/^\d*$/u.test(draft.daysMax.trim()) && { daysMax: 'Give a whole number of days, or nothing' }),
  };
}

/** What a rule comes to, in a sentence a fact. */
export function ruleWords(draft: Draft<RuleField>): readonly string[] {
  const [people, teams] = [linesIn(draft.people), linesIn(draft.teams)];
  const amount = (field: RuleField): string => creditsText(creditsIn(draft[field]) ?? 0);
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

function creditsIn(text: string): number | undefined {
  const amount = readAmount(text);
  return amount !== undefined && Number.isSafeInteger(amount) && amount >= 1 ? amount : undefined;
}

function valueOf(field: RuleField, text: string): unknown {
  const trimmed = text.trim();
  switch (field) {
    case 'creditsMax':
    case 'personMonthMax':
    case 'monthMax':
      return trimmed === '' ? null : (creditsIn(trimmed) ?? trimmed);
    case 'daysMax':
      return trimmed === '' ? null : /^\d+$/u.test(trimmed) ? Number(trimmed) : trimmed;
    case 'people':
    case 'teams':
      return trimmed === '' ? null : linesIn(text);
    case 'pools':
      return trimmed;
    case 'note':
      return text === '' ? null : text;
  }
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
