import * as z from 'zod';
import { budgetModes, type Amount, type BudgetTerms, type Guarantee } from '../domain/budgets/budget.ts';
import { formatScope, parseScope } from '../domain/budgets/scope.ts';
import { windowKinds } from '../domain/budgets/window.ts';
import { isDay } from '../domain/time/day.ts';
import { quotedValue } from './quoted-value.ts';

const scopeRemedy = 'give org, default, team:NAME or user:EMAIL';
const amountRemedy = 'give a whole number of credits, 0 or more, or "unlimited"';
const thresholdsRemedy = 'give up to 20 whole percentages from 1 to 1000, each once';
const dayRemedy = 'give a day as YYYY-MM-DD';
const noteLengthMax = 500;

const scope = z.string({ error: told('is not a text', scopeRemedy) }).transform((text, context) => {
  const parsed = parseScope(text);
  if (parsed === undefined) {
    context.issues.push({ code: 'custom', input: text, message: `${quotedValue(text)} is unknown; ${scopeRemedy}` });
    return z.NEVER;
  }
  return parsed;
});

const amountError = ({ input }: { readonly input?: unknown }) => told(amountFault(input), amountRemedy)({ input });

const amount = z
  .union([z.literal('unlimited'), z.int({ error: amountError }).min(0, { error: amountError })], { error: amountError })
  .transform((value): Amount => (value === 'unlimited' ? { kind: 'unlimited' } : { kind: 'credits', credits: value }));

const threshold = z
  .int({ error: told('is not a whole number', thresholdsRemedy) })
  .min(1, { error: told('is under 1', thresholdsRemedy) })
  .max(1000, { error: told('is above 1000', thresholdsRemedy) });

const thresholds = z
  .array(threshold, { error: told('is not a list', thresholdsRemedy) })
  .max(20, { error: told('holds too many', thresholdsRemedy) })
  .refine((percents) => new Set(percents).size === percents.length, {
    error: told('names one twice', thresholdsRemedy),
  })
  .transform((percents) => percents.toSorted((a, b) => a - b));

const guaranteeError = told('is not a guarantee', 'give "strict" or a factor from 1 to 10, such as 1.2');

const guarantee = z
  .union([z.literal('strict'), z.number().min(1, { error: guaranteeError }).max(10, { error: guaranteeError })], {
    error: guaranteeError,
  })
  .transform((value): Guarantee => (value === 'strict' ? { kind: 'strict' } : { kind: 'overcommit', factor: value }));

const owners = z
  .array(
    z.email({ error: told('is not an email', 'give emails') }).max(256, { error: told('is too long', 'give emails') }),
    {
      error: told('is not a list', 'give a list of emails'),
    },
  )
  .max(50, { error: told('holds too many', 'give at most 50 emails') });

const day = z
  .string({ error: told('is not a text', dayRemedy) })
  .refine(isDay, { error: told('is not a day of the calendar', dayRemedy) });

const note = z
  .string({ error: told('is not a text', 'give a text') })
  .max(noteLengthMax, { error: told('is too long', `give at most ${noteLengthMax} characters`) });

/** The fields of a budget that admins write, with what stands for those they leave out. */
export const budgetFields = {
  scope,
  window: z.enum(windowKinds, { error: told('is unknown', `give one of ${windowKinds.join(', ')}`) }),
  amount,
  mode: z.enum(budgetModes, { error: told('is unknown', `give one of ${budgetModes.join(', ')}`) }).default('enforce'),
  thresholds: thresholds.default([50, 80, 100]),
  forecastAlert: z.boolean({ error: told('is not a yes or no', 'give true or false') }).default(true),
  guarantee: guarantee.optional(),
  owners: owners.default([]),
  from: day.optional(),
  to: day.optional(),
  note: note.optional(),
};

type BudgetFields = z.output<z.ZodObject<typeof budgetFields>>;

/**
 * One budget as admins write it, with typed values: lists as lists, numbers as numbers. Gives the terms it stands for;
 * unknown fields and all that would have to be guessed at are refused.
 */
export const BudgetRow = z.strictObject(budgetFields).superRefine(checkFieldsTogether).transform(termsOf);

/** Refuses fields that are sound each, but not beside one another. */
export function checkFieldsTogether(fields: BudgetFields, context: z.core.$RefinementCtx<BudgetFields>): void {
  if (fields.from !== undefined && fields.to !== undefined && fields.from > fields.to) {
    const message = `${quotedValue(fields.to)} is before "from" (${quotedValue(fields.from)}); give the same day or a later one`;
    context.issues.push({ code: 'custom', input: fields.to, path: ['to'], message });
  }
  if (fields.guarantee !== undefined && fields.scope.kind !== 'org' && fields.scope.kind !== 'team') {
    const message = `is for pools only; remove it, or make the scope "org" or a team`;
    context.issues.push({ code: 'custom', input: fields.guarantee, path: ['guarantee'], message });
  }
}

/** The terms that sound fields stand for. */
export function termsOf({ guarantee, from, to, note, ...always }: BudgetFields): BudgetTerms {
  return {
    ...always,
    ...(guarantee !== undefined && { guarantee }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(note !== undefined && { note }),
  };
}

/** The plain row that stands for terms: what `BudgetRow` reads, with every field written out. */
export function formatBudgetRow(terms: BudgetTerms): z.input<typeof BudgetRow> {
  const { scope, amount, guarantee, thresholds, owners, ...asTheyAre } = terms;
  return {
    ...asTheyAre,
    scope: formatScope(scope),
    amount: amount.kind === 'unlimited' ? 'unlimited' : amount.credits,
    thresholds: [...thresholds],
    owners: [...owners],
    ...(guarantee !== undefined && { guarantee: guarantee.kind === 'strict' ? 'strict' : guarantee.factor }),
  };
}

/**
 * What is wrong with a row, one text a fault: the field, its value (at most 60 characters, no control characters) and
 * what to write instead.
 */
export function describeRowProblem(error: z.ZodError): string[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => `field ${quotedValue(key)}: is unknown; remove it`);
    }
    return [`field ${quotedValue(String(issue.path[0] ?? 'row'))}: ${issue.message}`];
  });
}

/** A message of the form that `describeRowProblem` ends with: the value, its fault, the remedy. */
export function told(fault: string, remedy: string): (issue: { readonly input?: unknown }) => string {
  return ({ input }) => (input === undefined ? `is missing; ${remedy}` : `${quotedValue(input)} ${fault}; ${remedy}`);
}

function amountFault(value: unknown): string {
  if (typeof value !== 'number' || Number.isNaN(value)) {
    return 'is not a number';
  }
  if (value < 0) {
    return 'is negative';
  }
  return Number.isInteger(value) ? 'is too large' : 'is not a whole number';
}
