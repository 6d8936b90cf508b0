import * as z from 'zod';

import {
  daySchema,
  lineSchema,
  patternSchema,
  wholeNumberSchema,
  noteField,
} from '../../kernel/records/contract/fields/field-schemas.ts';
import { listForm, numberForm, wordForm } from '../../kernel/records/contract/fields/text-form.ts';
import { defineRecord, fault, type RecordCodec } from '../../kernel/records/contract/record.ts';
import { emailSchema, notAnEmail } from '../../roster/contract.ts';
import { targetKind, targetLimits, type TargetKey, type TargetTerms } from '../target.ts';

const textRemedy = `give 1 to ${targetLimits.textCharsMax} characters`;
const ownersRemedy = `give at most ${targetLimits.ownersMax} emails, separated by ;`;

const line = lineSchema(targetLimits.textCharsMax, textRemedy);

export const targetRecord: RecordCodec<TargetKey, TargetTerms> = defineRecord({
  kind: targetKind,
  fields: {
    criterion: {
      schema: line,
      form: wordForm,
      label: 'Criterion',
      help: 'its id, as "npx curfew readiness show" prints it',
      cli: { argument: 'criterion' },
    },
    repository: {
      schema: patternSchema(targetLimits.textCharsMax, textRemedy),
      form: wordForm,
      label: 'Repository',
      help: 'its address or the path of that, such as acme/billing; * stands for anything',
      cli: { argument: 'repository' },
    },
    by: {
      schema: daySchema,
      form: wordForm,
      label: 'By',
      help: 'the day by which it is to be met',
      cli: { option: 'by', takes: 'day' },
    },
    percent: {
      schema: wholeNumberSchema(1, 100, 'give a whole number from 1 to 100').default(100),
      form: numberForm,
      label: 'Percent',
      help: 'how many of a hundred applications have to pass; all unless given',
      cli: { option: 'percent', takes: 'number' },
    },
    branch: {
      schema: line,
      isOptional: true,
      form: wordForm,
      label: 'Branch',
      help: 'the branch that counts; the main one unless given',
      cli: { option: 'branch', takes: 'name' },
    },
    owners: {
      schema: z
        .array(emailSchema(notAnEmail(ownersRemedy)), {
          error: fault('is not a list', ownersRemedy),
        })
        .max(targetLimits.ownersMax, { error: fault('holds too many', ownersRemedy) })
        .default([]),
      form: listForm,
      label: 'Owners',
      help: 'the email of the person who answers for it, notified beside the admins',
      cli: { option: 'owner', takes: 'email', isRepeated: true },
    },
    note: noteField(targetLimits.noteCharsMax),
  },
});
