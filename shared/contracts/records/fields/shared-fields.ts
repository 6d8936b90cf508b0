import * as z from 'zod';
import { fault, type Field } from '../record.ts';
import { noteForm, wordForm } from './text-form.ts';

/** Where something that is allowed for a time was decided. */
export const ticketField: Field<string> & { readonly isOptional?: never } = {
  schema: z.string(),
  form: wordForm,
  label: 'Ticket',
  help: 'where it was decided',
  cli: { option: 'ticket', takes: 'id', isRequired: true },
};

/** Until when something is allowed. */
export const untilField: Field<string> & { readonly isOptional?: never } = {
  schema: z.string(),
  form: wordForm,
  label: 'Until',
  help: 'a day, meant to its end, or an instant, UTC',
  cli: { option: 'until', takes: 'time', isRequired: true },
};

/** A note that may be left out. */
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
