import { readAmount } from '../../../../shared/kernel/records/contract/fields/amount.ts';
import {
  type Choices,
  itemsIn,
  type Draft,
  type FieldLabel,
  type RecordForm,
} from '../../../parts/editing/record-form.ts';
import { creditsText } from '../../../parts/texts/amounts.ts';

/** In the order of the form. */
const budgetFields = [
  'amount',
  'mode',
  'guarantee',
  'reserved',
  'priority',
  'thresholds',
  'owners',
  'from',
  'to',
  'forecastAlert',
  'note',
] as const;
export type BudgetField = (typeof budgetFields)[number];

const labels: Readonly<Record<BudgetField, FieldLabel>> = {
  amount: { label: 'Amount', help: 'Credits, such as 250000, 250k or 66M, or unlimited; 0 blocks' },
  mode: { label: 'Mode', help: 'Only “enforce” sets limits' },
  guarantee: { label: 'Guarantee', help: 'Of a pool: strict, or a factor such as 1.2' },
  reserved: { label: 'Reserved', help: 'Credits of their pools that are theirs in each window' },
  priority: { label: 'Priority', help: 'Of the reservation' },
  thresholds: { label: 'Alert at percent', help: 'Such as 50;80;100' },
  owners: { label: 'Owners', help: 'Emails of those who are told, separated by ;' },
  from: { label: 'First day', help: 'UTC, such as 2026-03-15; empty: from always' },
  to: { label: 'Last day', help: 'UTC; empty: without end' },
  forecastAlert: { label: 'Forecast alert', help: 'Tells the owners when the forecast passes the amount' },
  note: { label: 'Note', help: 'Why it is as it is' },
};

/** A budget in a form. */
export const budgetForm: RecordForm<BudgetField> = {
  fields: budgetFields,
  labels,
  fresh: {
    amount: '',
    mode: 'enforce',
    guarantee: '',
    reserved: '',
    priority: '',
    thresholds: '50;80;100',
    owners: '',
    from: '',
    to: '',
    forecastAlert: 'true',
    note: '',
  },
  valueOf,
  describe: (field, { amount }) => (field === 'amount' && typeof amount === 'number' ? creditsText(amount) : undefined),
};

export const budgetChoices: Readonly<Partial<Record<BudgetField, Choices>>> = {
  mode: [
    ['enforce', 'enforce: sets limits'],
    ['alert', 'alert: tells only'],
    ['observe', 'observe: counts only'],
  ],
  priority: [
    ['', 'normal'],
    ['high', 'high: before other reservations'],
  ],
  forecastAlert: [
    ['true', 'yes'],
    ['false', 'no'],
  ],
};

/** Fields that a budget of a scope may have. */
export function fieldsFor(scope: string): ReadonlySet<BudgetField> {
  const isPool = scope === 'org' || scope.startsWith('team:');
  const isUser = scope.startsWith('user:');
  const always = ['amount', 'mode', 'thresholds', 'owners', 'from', 'to', 'forecastAlert', 'note'] as const;
  return new Set([
    ...always,
    ...(isPool ? (['guarantee'] as const) : []),
    ...(isUser ? (['reserved', 'priority'] as const) : []),
  ]);
}

/** What of a draft cannot be meant, by field; what the API alone can judge is not looked at. */
export function budgetProblems({
  amount,
  reserved,
}: Draft<BudgetField>): Readonly<Partial<Record<BudgetField, string>>> {
  return {
    ...(amountIn(amount) === undefined && {
      amount: 'Give a whole number of credits, such as 250000, 250k or 66M, or “unlimited”',
    }),
    ...(reserved !== '' &&
      typeof amountIn(reserved) !== 'number' && { reserved: 'Give a whole number of credits, or nothing' }),
  };
}

function amountIn(text: string): number | 'unlimited' | undefined {
  if (text.trim() === 'unlimited') {
    return 'unlimited';
  }
  const amount = readAmount(text);
  return amount !== undefined && Number.isSafeInteger(amount) && amount >= 0 ? amount : undefined;
}

function valueOf(name: BudgetField, text: string): unknown {
  const trimmed = text.trim();
  switch (name) {
    case 'amount':
      return amountIn(trimmed) ?? trimmed;
    case 'reserved':
      return trimmed === '' ? null : (amountIn(trimmed) ?? trimmed);
    case 'thresholds':
      return itemsIn(trimmed).map((part) => (/^\d+$/u.test(part) ? Number(part) : part));
    case 'owners':
      return itemsIn(trimmed);
    case 'forecastAlert':
      return trimmed === 'true';
    case 'guarantee':
      return trimmed === '' ? null : /^\d+(?:\.\d+)?$/u.test(trimmed) ? Number(trimmed) : trimmed;
    case 'note':
      return text === '' ? null : text;
    case 'mode':
      return trimmed;
    case 'priority':
    case 'from':
    case 'to':
      return trimmed === '' ? null : trimmed;
  }
}
