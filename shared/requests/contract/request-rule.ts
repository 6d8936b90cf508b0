import * as z from 'zod';

import { grantLimits } from '../../grants/grant.ts';
import { lineSchema, patternSchema, wholeNumberSchema } from '../../kernel/records/contract/fields/field-schemas.ts';
import {
  amountForm,
  listForm,
  noteForm,
  numberForm,
  wordForm,
} from '../../kernel/records/contract/fields/text-form.ts';
import { defineRecord, choiceFault, fault, type RecordCodec } from '../../kernel/records/contract/record.ts';
import { emailCharsMax, emailKey, isEmail } from '../../roster/email.ts';
import { requestRuleKind, ruleLimits, rulePools, type RequestRuleKey, type RequestRuleTerms } from '../request-rule.ts';
import { requestLimits } from '../request.ts';

const nameRemedy = 'give a name of at most 64 characters';
const creditsRemedy = `give a whole number of credits from 1 to ${grantLimits.creditsMax}`;
const peopleRemedy = `give 1 to ${ruleLimits.peopleMax} emails, or globs such as *@acme.example, separated by ;`;
const teamsRemedy = `give 1 to ${ruleLimits.teamsMax} names of teams, separated by ;`;
const poolsRemedy = `give ${rulePools.join(', ')}`;

const credits = wholeNumberSchema(1, grantLimits.creditsMax, creditsRemedy);

const person = patternSchema(emailCharsMax, peopleRemedy)
  .transform(emailKey)
  .refine(isEmail, { error: fault('is neither an email nor a glob of one', peopleRemedy) });

export const requestRuleRecord: RecordCodec<RequestRuleKey, RequestRuleTerms> = defineRecord({
  kind: requestRuleKind,
  fields: {
    name: {
      schema: lineSchema(64, nameRemedy),
      form: wordForm,
      label: 'Rule',
      title: 'Name',
      help: 'a name of your own',
      cli: { argument: 'name' },
      as: 'rule',
    },
    creditsMax: {
      schema: credits,
      form: amountForm,
      label: 'Credits',
      title: 'Credits of one request',
      help: 'the most of one request, such as 5000 or 5k',
      cli: { option: 'credits-max', takes: 'credits', isRequired: true },
    },
    personMonthMax: {
      schema: credits,
      form: amountForm,
      label: 'A person a month',
      title: 'Credits a person a month',
      help: 'the most that rules give one person in a calendar month, UTC',
      cli: { option: 'person-month-max', takes: 'credits', isRequired: true },
    },
    monthMax: {
      schema: credits,
      form: amountForm,
      label: 'All a month',
      title: 'Credits a month',
      help: 'the most that this rule gives all whom it is for in a calendar month, UTC; no limit unless given',
      cli: { option: 'month-max', takes: 'credits' },
      isOptional: true,
    },
    people: {
      schema: z
        .array(person, { error: fault('is not a list', peopleRemedy) })
        .min(1, { error: fault('names no one', peopleRemedy) })
        .max(ruleLimits.peopleMax, { error: fault('names too many', peopleRemedy) }),
      form: listForm,
      label: 'People',
      help: 'for whom: emails, or globs such as *@acme.example; default: all people',
      cli: { option: 'people', takes: 'emails' },
      isOptional: true,
    },
    teams: {
      schema: z
        .array(lineSchema(256, teamsRemedy), { error: fault('is not a list', teamsRemedy) })
        .min(1, { error: fault('names none', teamsRemedy) })
        .max(ruleLimits.teamsMax, { error: fault('names too many', teamsRemedy) }),
      form: listForm,
      label: 'Teams',
      help: 'for members of which teams; of any and of none unless given',
      cli: { option: 'teams', takes: 'names' },
      isOptional: true,
    },
    daysMax: {
      schema: wholeNumberSchema(1, requestLimits.daysMax + 1, `give 1 to ${requestLimits.daysMax + 1} days`),
      form: numberForm,
      label: 'Days',
      help: 'the request ends after so many days at most; no limit unless given',
      cli: { option: 'days-max', takes: 'days' },
      isOptional: true,
    },
    pools: {
      schema: z.enum(rulePools, { error: choiceFault(rulePools, { remedy: poolsRemedy }) }).default('within'),
      form: wordForm,
      label: 'Pools',
      title: 'Of the pools',
      words: {
        within: 'reserved in their pools, which get no more',
        raise: 'the pools that bind get as much more',
        'as-budgeted': 'neither',
      },
      help: 'within: reserved in their pools, which get no more; raise: the pools that bind get as much more; as-budgeted: neither; within unless given',
      cli: { option: 'pools', takes: 'way' },
    },
    note: {
      schema: z.string({ error: fault('is not a text', 'give a text') }).max(ruleLimits.noteCharsMax, {
        error: fault('is too long', `give at most ${ruleLimits.noteCharsMax} characters`),
      }),
      isOptional: true,
      form: noteForm,
      label: 'Note',
      help: 'for people',
      cli: { option: 'note', takes: 'text' },
      isMinor: true,
    },
  },
});
