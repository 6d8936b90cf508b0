import { readAmount } from '../../../../shared/contracts/records/amount.ts';
import type { BudgetFields } from '../budget-row.ts';

/** Fields of a budget as they stand in a form: texts. */
export type Draft = Readonly<Record<DraftField, string>>;
export type DraftField = (typeof draftFields)[number];

/** In the order of the form. */
export const draftFields = [
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

/** What a new budget begins with. */
export const freshDraft: Draft = {
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
};

/** A budget, or a version of it, as a form shows it. */
export function draftOf(fields: Readonly<Partial<BudgetFields>>): Draft {
  const entries = draftFields.map((name) => [name, textOf(fields[name])] as const);
  return Object.fromEntries(entries) as Draft;
}

/** The fields that a draft changes, as the door takes them: null takes a value away. Of a new budget all that are said. */
export function saidOf(base: Draft | undefined, draft: Draft): Readonly<Record<string, unknown>> {
  const changed = draftFields.filter((name) =>
    base === undefined ? draft[name] !== '' : meant(name, draft[name]) !== meant(name, base[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, valueOf(name, draft[name])]));
}

/** One field that differs between what somebody began with, what stands now, and what they have typed. */
export interface FieldConflict {
  readonly field: DraftField;
  readonly began: string;
  readonly theirs: string;
  readonly mine: string;
  /** Both have changed it, and differently: somebody has to choose. */
  readonly isClash: boolean;
}

/** Every field that somebody else changed since a form was opened, or that both did. */
export function conflictsOf(began: Draft, theirs: Draft, mine: Draft): readonly FieldConflict[] {
  return draftFields
    .map((field) => ({ field, began: began[field], theirs: theirs[field], mine: mine[field] }))
    .filter(({ field, began: old, theirs: now }) => meant(field, now) !== meant(field, old))
    .map((each) => ({
      ...each,
      isClash:
        meant(each.field, each.mine) !== meant(each.field, each.began) &&
        meant(each.field, each.mine) !== meant(each.field, each.theirs),
    }));
}

/** Both edits together: theirs, and of mine what I changed; where both did, what was chosen. */
export function merged(began: Draft, theirs: Draft, { mine, keepsTheirs }: Merging): Draft {
  const entries = draftFields.map((name) => {
    const isMine = meant(name, mine[name]) !== meant(name, began[name]) && !keepsTheirs.has(name);
    return [name, isMine ? mine[name] : theirs[name]] as const;
  });
  return Object.fromEntries(entries) as Draft;
}

interface Merging {
  readonly mine: Draft;
  /** Fields in which their value stays. */
  readonly keepsTheirs: ReadonlySet<DraftField>;
}

/** What of a draft cannot be meant, by field; what the door alone can judge is not looked at. */
export function draftProblems(draft: Draft): Readonly<Partial<Record<DraftField, string>>> {
  const { amount, reserved } = draft;
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

function textOf(value: BudgetFields[DraftField] | undefined): string {
  if (value === undefined) {
    return '';
  }
  return typeof value === 'object' ? value.join(';') : String(value);
}

/** Two texts that mean the same are no change. */
function meant(name: DraftField, text: string): string {
  return JSON.stringify(valueOf(name, text));
}

function valueOf(name: DraftField, text: string): unknown {
  const trimmed = text.trim();
  switch (name) {
    case 'amount':
      return amountIn(trimmed) ?? trimmed;
    case 'reserved':
      return trimmed === '' ? null : (amountIn(trimmed) ?? trimmed);
    case 'thresholds':
      return parts(trimmed).map((part) => (/^\d+$/u.test(part) ? Number(part) : part));
    case 'owners':
      return parts(trimmed);
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

function parts(text: string): readonly string[] {
  return text
    .split(/[;,\s]+/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
