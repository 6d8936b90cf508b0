import * as z from 'zod';

import { meantAmount } from '../../kernel/records/contract/fields/amount.ts';
import { daySchema, wholeNumberSchema, noteField } from '../../kernel/records/contract/fields/field-schemas.ts';
import { quotedValue } from '../../kernel/records/contract/fields/quoted-value.ts';
import {
  amountForm,
  flagForm,
  listForm,
  numberForm,
  numbersForm,
  wordForm,
} from '../../kernel/records/contract/fields/text-form.ts';
import { defineRecord, choiceFault, fault, type RecordCodec } from '../../kernel/records/contract/record.ts';
import type { PlainFields } from '../../kernel/records/record-kind.ts';
import { emailSchema, notAnEmail } from '../../roster/contract.ts';
import {
  budgetKind,
  budgetModes,
  priorities,
  type Amount,
  type BudgetKey,
  type BudgetTerms,
  type Guarantee,
} from '../budget.ts';
import { isPoolScope, parseScope, scopeForms, scopeKinds, scopeRemedy, type Scope } from '../scope.ts';
import { windowKinds, windowRemedy } from '../window.ts';

const amountRemedy = 'give a whole number of credits, 0 or more, such as 1,000,000 or 250k, or "unlimited"';
const thresholdsRemedy = 'give up to 20 whole percentages from 1 to 1000, each once';
const noteLengthMax = 500;

const scope = z.string({ error: fault('is not a text', scopeRemedy('')) }).transform((text, context) => {
  const parsed = parseScope(text);
  if (parsed === undefined) {
    context.issues.push({
      code: 'custom',
      input: text,
      message: `${quotedValue(text)} is unknown; ${scopeRemedy(text)}`,
    });
    return z.NEVER;
  }
  return parsed;
});

const amountError = ({ input }: { readonly input?: unknown }) =>
  fault(amountFault(input), `${amountRemedy}${meantAmount(input)}`)({ input });

const amount = z
  .union([z.literal('unlimited'), z.int({ error: amountError }).min(0, { error: amountError })], { error: amountError })
  .transform((value): Amount => (value === 'unlimited' ? { kind: 'unlimited' } : { kind: 'credits', credits: value }));

const threshold = z
  .int({ error: fault('is not a whole number', thresholdsRemedy) })
  .min(1, { error: fault('is under 1', thresholdsRemedy) })
  .max(1000, { error: fault('is above 1000', thresholdsRemedy) });

const thresholds = z
  .array(threshold, { error: fault('is not a list', thresholdsRemedy) })
  .max(20, { error: fault('holds too many', thresholdsRemedy) })
  .refine((percents) => new Set(percents).size === percents.length, {
    error: fault('names one twice', thresholdsRemedy),
  })
  .transform((percents) => percents.toSorted((a, b) => a - b));

const windowError = ({ input }: { readonly input?: unknown }) =>
  fault('is unknown', windowRemedy(typeof input === 'string' ? input : ''))({ input });
const guaranteeError = fault('is not a guarantee', 'give "strict" or a factor from 1 to 10, such as 1.2');

const guarantee = z
  .union([z.literal('strict'), z.number().min(1, { error: guaranteeError }).max(10, { error: guaranteeError })], {
    error: guaranteeError,
  })
  .transform((value): Guarantee => (value === 'strict' ? { kind: 'strict' } : { kind: 'overcommit', factor: value }));

const owner = emailSchema(notAnEmail('give emails'));

export const budgetRecord: RecordCodec<BudgetKey, BudgetTerms> = defineRecord({
  kind: budgetKind,
  fields: {
    scope: {
      schema: scope,
      form: wordForm,
      label: 'Scope',
      help: scopeForms,
      cli: { argument: 'scope' },
    },
    window: {
      schema: z.enum(windowKinds, { error: windowError }),
      form: wordForm,
      label: 'Window',
      help: 'day, week, month, quarter or platform',
      cli: { argument: 'window' },
    },
    amount: {
      schema: amount,
      form: amountForm,
      label: 'Amount',
      help: 'a whole number of credits, such as 250000, 250k or 66M, or unlimited; 0 blocks',
      cli: { argument: 'amount' },
    },
    mode: {
      schema: z.enum(budgetModes, { error: choiceFault(budgetModes) }).default('enforce'),
      form: wordForm,
      label: 'Mode',
      help: 'observe, alert or enforce; a model’s: alert',
      words: { enforce: 'sets limits', alert: 'notifies only', observe: 'counts only' },
      cli: { option: 'mode', takes: 'mode' },
    },
    thresholds: {
      schema: thresholds.default([50, 80, 100]),
      form: numbersForm,
      label: 'Thresholds',
      title: 'Alert at percent',
      help: 'such as 50;80;100',
      cli: { option: 'thresholds', takes: 'percents' },
      isMinor: true,
    },
    guarantee: {
      schema: guarantee,
      isOptional: true,
      form: numberForm,
      label: 'Guarantee',
      help: 'strict, or a factor such as 1.2 (pools only)',
      cli: { option: 'guarantee', takes: 'guarantee' },
      isMinor: true,
    },
    owners: {
      schema: z
        .array(owner, { error: fault('is not a list', 'give a list of emails') })
        .max(50, { error: fault('holds too many', 'give at most 50 emails') })
        .default([]),
      form: listForm,
      label: 'Owners',
      help: 'who is notified',
      cli: { option: 'owners', takes: 'emails' },
    },
    from: {
      schema: daySchema,
      isOptional: true,
      form: wordForm,
      label: 'From',
      title: 'First day',
      help: 'first day in force, UTC, such as 2026-03-15; always unless given',
      cli: { option: 'from', takes: 'day' },
      isMinor: true,
    },
    to: {
      schema: daySchema,
      isOptional: true,
      form: wordForm,
      label: 'To',
      title: 'Last day',
      help: 'last day in force, UTC; without end unless given',
      cli: { option: 'to', takes: 'day' },
      isMinor: true,
    },
    note: noteField(noteLengthMax, 'the reason for it'),
    // Last: older budget files lack this column.
    forecastAlert: {
      schema: z.boolean({ error: fault('is not a yes or no', 'give true or false') }).default(true),
      form: flagForm,
      label: 'Forecast alert',
      help: 'tell the owners when the forecast passes the amount',
      cli: { option: 'forecast-alert', orNot: 'do not' },
      isMinor: true,
    },
    reserved: {
      schema: wholeNumberSchema(1, Number.MAX_SAFE_INTEGER, 'give a whole number of credits, 1 or more'),
      isOptional: true,
      form: amountForm,
      label: 'Reserved',
      help: 'credits of their pools that are theirs in each window (user:EMAIL only)',
      cli: { option: 'reserved', takes: 'credits' },
      isMinor: true,
    },
    priority: {
      schema: z.enum(priorities, { error: choiceFault(priorities) }),
      isOptional: true,
      form: wordForm,
      label: 'Priority',
      help: 'normal, or high: before other reservations where a pool does not suffice',
      words: { normal: 'as others', high: 'before other reservations where a pool does not suffice' },
      cli: { option: 'priority', takes: 'priority' },
      isMinor: true,
    },
  },
  appliesTo: { guarantee: isOfPool, reserved: isOfUser, priority: isOfUser },
  usual: usualOf,
  problemsBetween: (terms) => [
    ...modeProblems(terms),
    ...reservationProblems(terms),
    ...rangeAndGuaranteeProblems(terms),
  ],
});

function isOfPool({ scope: whose }: Partial<BudgetTerms>): boolean {
  return isPoolScope(whose);
}

function isOfUser({ scope: whose }: Partial<BudgetTerms>): boolean {
  return whose !== undefined && scopeKinds[whose.kind].binds === 'person';
}

function usualOf({ scope: text }: Readonly<Record<string, unknown>>): PlainFields {
  const isOfModel = typeof text === 'string' && alertsOnly(parseScope(text));
  return isOfModel ? { mode: 'alert' } : {};
}

function alertsOnly(scope: Scope | undefined): boolean {
  return scope !== undefined && scopeKinds[scope.kind].binds === 'no-one';
}

function modeProblems({ scope: whose, mode }: BudgetTerms) {
  return mode === 'enforce' && alertsOnly(whose)
    ? [
        {
          field: 'mode' as const,
          problem: '"enforce" sets limits of people, and the platform has none for a model; give "alert" or "observe"',
        },
      ]
    : [];
}

function rangeAndGuaranteeProblems(terms: BudgetTerms) {
  const { guarantee: promise, from, to } = terms;
  return [
    ...(from !== undefined && to !== undefined && from > to
      ? [
          {
            field: 'to' as const,
            problem: `${quotedValue(to)} is before "from" (${quotedValue(from)}); give the same day or a later one`,
          },
        ]
      : []),
    ...(promise !== undefined && !isOfPool(terms)
      ? [
          {
            field: 'guarantee' as const,
            problem: 'is for pools only; remove it, or make the scope "org" or a team',
          },
        ]
      : []),
  ];
}

/** A reservation is one user's, and at most what the budget leaves them. */
function reservationProblems(terms: BudgetTerms) {
  const { amount: limit, mode, reserved, priority } = terms;
  const problems: { readonly field: 'reserved' | 'priority'; readonly problem: string }[] = [];
  if (priority !== undefined && reserved === undefined) {
    problems.push({ field: 'priority', problem: 'is of a reservation; give "reserved" too, or remove it' });
  }
  if (reserved === undefined) {
    return problems;
  }
  const value = quotedValue(reserved);
  if (!isOfUser(terms)) {
    const problem = `${value} is for one user; remove it, or make the scope "user:EMAIL"`;
    problems.push({ field: 'reserved', problem });
  }
  if (mode !== 'enforce') {
    const problem = `${value} reserves nothing in mode ${quotedValue(mode)}; make the mode "enforce", or remove it`;
    problems.push({ field: 'reserved', problem });
  }
  if (limit.kind === 'credits' && reserved > limit.credits) {
    const problem = `${value} is more than the amount (${limit.credits}); reserve at most as much, or raise the amount`;
    problems.push({ field: 'reserved', problem });
  }
  return problems;
}

function amountFault(value: unknown): string {
  if (typeof value === 'string' && /^\d+$/u.test(value) && Number(value) > Number.MAX_SAFE_INTEGER) {
    return 'is too large';
  }
  if (typeof value !== 'number' || Number.isNaN(value)) {
    return 'is not a number';
  }
  if (value < 0) {
    return 'is negative';
  }
  return Number.isInteger(value) ? 'is too large' : 'is not a whole number';
}
