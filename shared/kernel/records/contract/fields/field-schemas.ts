import * as z from 'zod';

import { holdsUnprintable } from '../../../texts/unprintable.ts';
import { starProblem } from '../../../texts/wildcard.ts';
import { dayRemedy, isDay } from '../../../time/day.ts';
import { fault, type Field } from '../record.ts';
import { meantAmount } from './amount.ts';
import { quotedValue } from './quoted-value.ts';
import { noteForm, wordForm } from './text-form.ts';

export const daySchema = z
  .string({ error: fault('is not a text', dayRemedy()) })
  .refine(isDay, { error: ({ input }) => fault('is not a day of the calendar', dayRemedy(input))({ input }) });

export function wholeNumberSchema(min: number, max: number, remedy: string) {
  return z
    .int({ error: (issue) => fault('is not a whole number', `${remedy}${meantAmount(issue.input)}`)(issue) })
    .min(min, { error: fault(`is under ${min}`, remedy) })
    .max(max, { error: fault('is too large', remedy) });
}

export function lineSchema(charsMax: number, remedy: string) {
  return z
    .string({ error: fault('is not a text', remedy) })
    .trim()
    .min(1, { error: fault('is empty', remedy) })
    .max(charsMax, { error: fault('is too long', remedy) })
    .refine((text) => !holdsUnprintable(text), {
      error: fault('holds characters that cannot be seen', 'remove them'),
    });
}

/** `*` stands for any text. */
export function patternSchema(charsMax: number, remedy: string) {
  return lineSchema(charsMax, remedy).superRefine((text, context) => {
    const problem = starProblem(text);
    if (problem !== undefined) {
      context.issues.push({ code: 'custom', input: text, message: `${quotedValue(text)} ${problem}` });
    }
  });
}

export const ticketField: Field<string> & { readonly isOptional?: never } = {
  schema: z.string({ error: fault('is not a text', 'say where it was decided') }),
  form: wordForm,
  label: 'Ticket',
  help: 'where it was decided',
  cli: { option: 'ticket', takes: 'id', isRequired: true },
};

export const untilField: Field<string> & { readonly isOptional?: never } = {
  schema: z.string({ error: fault('is not a text', 'give a day or an instant, UTC') }),
  form: wordForm,
  label: 'Until',
  help: 'a day, meant to its end, or an instant, UTC, such as 2026-12-31',
  cli: { option: 'until', takes: 'time', isRequired: true },
};

export function noteField(charsMax: number, help = 'for people'): Field<string> & { readonly isOptional: true } {
  return {
    schema: z
      .string({ error: fault('is not a text', 'give a text') })
      .max(charsMax, { error: fault('is too long', `give at most ${charsMax} characters`) }),
    isOptional: true,
    form: noteForm,
    label: 'Note',
    help,
    cli: { option: 'note', takes: 'text' },
    isMinor: true,
  };
}
