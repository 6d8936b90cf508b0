import * as z from 'zod';

import { exceptionKind, type ExceptionOrder } from '../../domain/controls/exceptions/exception-order.ts';
import { ticketField, untilField } from './fields/field-schemas.ts';
import { noteForm, wordForm } from './fields/text-form.ts';
import { defineRecord, type RecordCodec } from './record.ts';

/** `decideException` checks its texts, since that depends on the moment. */
export const exceptionRecord: RecordCodec<Pick<ExceptionOrder, 'pattern'>, ExceptionOrder> = defineRecord({
  kind: exceptionKind,
  fields: {
    pattern: {
      schema: z.string(),
      form: wordForm,
      label: 'Control',
      help: 'its path',
      cli: { argument: 'control' },
    },
    owner: {
      schema: z.string(),
      form: wordForm,
      label: 'Owner',
      help: 'who answers for it',
      cli: { option: 'owner', takes: 'email', isRequired: true },
    },
    ticket: ticketField,
    reason: {
      schema: z.string(),
      form: noteForm,
      label: 'Reason',
      help: 'why',
      cli: { option: 'reason', takes: 'text', isRequired: true },
      isMinor: true,
    },
    expires: untilField,
    from: {
      schema: z.string(),
      form: wordForm,
      label: 'From',
      help: 'a day or an instant, UTC; now unless given',
      cli: { option: 'from', takes: 'time' },
      isMinor: true,
    },
  },
});
