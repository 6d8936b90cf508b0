import * as z from 'zod';

import { lineSchema, wholeNumberSchema } from '../../kernel/records/contract/fields/field-schemas.ts';
import { quotedValue } from '../../kernel/records/contract/fields/quoted-value.ts';
import { listForm, numberForm, wordForm } from '../../kernel/records/contract/fields/text-form.ts';
import { defineRecord, fault, type RecordCodec } from '../../kernel/records/contract/record.ts';
import type { NameKey } from '../../kernel/records/record-kind.ts';
import { formatMemberRule, parseMemberRule, type MemberRule } from '../member-rule.ts';
import { teamKind, teamLimits, type TeamTerms } from '../team.ts';

const nameRemedy = `give a name of at most ${teamLimits.nameLengthMax} characters`;
const membersRemedy = `give a list of 1 to ${teamLimits.membersMax} members`;
const positionRemedy = `give a whole number from 1 to ${teamLimits.positionMax}`;

/** An item may have 400 KB, and the journal stores the members before and after an edit in one. */
const membersBytesMax = 120_000;

const teamName = lineSchema(teamLimits.nameLengthMax, nameRemedy);

export const teamMember = z
  .string({ error: fault('is not a text', 'give an email, a glob or metadata.KEY=VALUE as text') })
  .transform((text, context): MemberRule => {
    const read = parseMemberRule(text);
    if (read.kind === 'rule') {
      return read.rule;
    }
    context.issues.push({ code: 'custom', input: text, message: `${quotedValue(text)} ${read.fault}` });
    return z.NEVER;
  });

const teamMembers = z
  .array(teamMember, { error: fault('is not a list', membersRemedy) })
  .min(1, { error: fault('is empty', membersRemedy) })
  .max(teamLimits.membersMax, { error: 'holds too many members; split the team, or use a glob or metadata' })
  .superRefine((members, context) => {
    const texts = members.map(formatMemberRule);
    const seen = new Set<string>();
    for (const text of texts.filter((each) => seen.size === seen.add(each).size)) {
      context.issues.push({ code: 'custom', input: members, message: `${quotedValue(text)} stands twice; keep one` });
    }
    if (texts.reduce((sum, text) => sum + new TextEncoder().encode(text).length, 0) > membersBytesMax) {
      const message = 'is too large for a row of the table; split the team, or use a glob or metadata';
      context.issues.push({ code: 'custom', input: members, message });
    }
  });

export const teamRecord: RecordCodec<NameKey, TeamTerms> = defineRecord({
  kind: teamKind,
  fields: {
    name: {
      schema: teamName,
      form: wordForm,
      label: 'Team',
      title: 'Name',
      help: 'as in the scope team:NAME',
      cli: { argument: 'name' },
      as: 'team',
    },
    members: {
      schema: teamMembers,
      form: listForm,
      label: 'Members',
      help: 'an email, a glob such as *@sales.example.com, or metadata.KEY=VALUE',
      cli: { option: 'member', takes: 'rule', isRepeated: true },
      rowEach: { as: 'member', schema: teamMember },
    },
    position: {
      schema: wholeNumberSchema(1, teamLimits.positionMax, positionRemedy),
      form: numberForm,
      label: 'Position',
      help: 'its place in the order of teams, from 1; a new team comes last unless given',
      cli: { option: 'position', takes: 'number' },
      hasUsual: true,
      isOrderOfFile: true,
    },
  },
});
