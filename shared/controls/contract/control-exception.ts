import * as z from 'zod';

import { ticketField, untilField } from '../../kernel/records/contract/fields/field-schemas.ts';
import { noteForm, wordForm } from '../../kernel/records/contract/fields/text-form.ts';
import { defineRecord, fault, type RecordCodec } from '../../kernel/records/contract/record.ts';
import { exceptionKind, type ExceptionOrder } from '../control-exception.ts';

/** `decideException` checks its texts, since that depends on the moment. */
export const exceptionRecord: RecordCodec<Pick<ExceptionOrder, 'pattern'>, ExceptionOrder> = defineRecord({
  kind: exceptionKind,
  fields: {
    pattern: {
      schema: z.string({ error: fault('is not a text', 'give the path of a control') }),
      form: wordForm,
      label: 'Control',
      help: 'its path, such as sandbox.enabled',
      cli: { argument: 'control' },
    },
    owner: {
      schema: z.string({ error: fault('is not a text', 'give an email') }),
      form: wordForm,
      label: 'Owner',
      title: 'Who answers for it',
      help: 'who answers for it',
      cli: { option: 'owner', takes: 'email', isRequired: true },
    },
    ticket: ticketField,
    reason: {
      schema: z.string({ error: fault('is not a text', 'say why') }),
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
      hasUsual: true,
      isMinor: true,
    },
  },
});
