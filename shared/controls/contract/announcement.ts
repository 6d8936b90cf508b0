import * as z from 'zod';

import { ticketField, untilField } from '../../kernel/records/contract/fields/field-schemas.ts';
import { listForm, noteForm, wordForm } from '../../kernel/records/contract/fields/text-form.ts';
import { defineRecord, fault, type RecordCodec } from '../../kernel/records/contract/record.ts';
import { announcementKind, type AnnouncementOrder } from '../announcement.ts';

/** `decideAnnouncement` checks its texts, as of a moment. */
export const announcementRecord: RecordCodec<Pick<AnnouncementOrder, 'pattern'>, AnnouncementOrder> = defineRecord({
  kind: announcementKind,
  fields: {
    pattern: {
      schema: z.string({ error: fault('is not a text', 'give the path of a control') }),
      form: wordForm,
      label: 'Control',
      help: 'its path, such as sandbox.enabled',
      cli: { argument: 'path' },
    },
    direction: {
      schema: z.enum(['loosened', 'tightened', 'changed'], {
        error: 'is no direction; give loosened, tightened or changed',
      }),
      isOptional: true,
      form: wordForm,
      label: 'Direction',
      help: 'loosened, tightened or changed; any unless given',
      cli: { option: 'direction', takes: 'direction' },
    },
    values: {
      schema: z.array(z.string()).default([]),
      form: listForm,
      label: 'Values',
      help: 'entries that come or go, or the new value, exactly; any unless given',
      cli: { option: 'to', takes: 'value', isRepeated: true },
    },
    by: {
      schema: z.string(),
      isOptional: true,
      form: wordForm,
      label: 'By whom',
      help: 'who will make the change; anybody unless given',
      cli: { option: 'by', takes: 'email' },
    },
    ticket: ticketField,
    note: {
      schema: z.string().default(''),
      form: noteForm,
      label: 'Note',
      help: 'why',
      cli: { option: 'note', takes: 'text' },
      isMinor: true,
    },
    until: untilField,
  },
});
