import * as z from 'zod';

import { lineSchema, patternSchema } from '../../kernel/records/contract/fields/field-schemas.ts';
import { listForm, noteForm, wordForm } from '../../kernel/records/contract/fields/text-form.ts';
import { defineRecord, fault, type RecordCodec } from '../../kernel/records/contract/record.ts';
import type { NameKey } from '../../kernel/records/record-kind.ts';
import { sessionFindingKinds } from '../find-sessions.ts';
import { policyActions, policyModes, sessionPolicyKind, type SessionPolicyTerms } from '../session-policy.ts';

const nameRemedy = 'give a name of at most 64 characters';
const patternRemedy = 'give a text of at most 200 characters, in which * is any text';
const findingsRemedy = `give some of ${sessionFindingKinds.join(', ')}; any when left out`;
const actionsRemedy = `give some of ${policyActions.join(', ')}`;
const modeRemedy = `give ${policyModes.join(' or ')}`;

const pattern = patternSchema(200, patternRemedy);

function listOf<const Values extends readonly [string, ...string[]]>(values: Values, remedy: string) {
  return z
    .array(z.enum(values, { error: fault('is not one of them', remedy) }), { error: fault('is not a list', remedy) })
    .min(1, { error: fault('is empty', remedy) })
    .max(values.length, { error: fault('names one twice', remedy) });
}

export const sessionPolicyRecord: RecordCodec<NameKey, SessionPolicyTerms> = defineRecord({
  kind: sessionPolicyKind,
  fields: {
    name: {
      schema: lineSchema(64, nameRemedy),
      form: wordForm,
      label: 'Policy',
      title: 'Name',
      help: 'a name of your own',
      cli: { argument: 'name' },
      as: 'policy',
    },
    findings: {
      schema: listOf(sessionFindingKinds, findingsRemedy),
      form: listForm,
      label: 'Findings',
      help: `which findings: ${sessionFindingKinds.join(', ')}; any unless given`,
      cli: { option: 'findings', takes: 'kinds' },
      isOptional: true,
    },
    tag: {
      schema: pattern,
      form: wordForm,
      label: 'Tag',
      help: 'of sessions with such a tag; * is any text',
      cli: { option: 'tag', takes: 'pattern' },
      isOptional: true,
    },
    model: {
      schema: pattern,
      form: wordForm,
      label: 'Model',
      help: 'of sessions on such a model; * is any text',
      cli: { option: 'model', takes: 'pattern' },
      isOptional: true,
    },
    computer: {
      schema: pattern,
      form: wordForm,
      label: 'Computer',
      help: 'of sessions on a computer of such an id; * is any text',
      cli: { option: 'computer', takes: 'pattern' },
      isOptional: true,
    },
    title: {
      schema: pattern,
      form: wordForm,
      label: 'Title',
      help: 'of sessions with such a title; * is any text',
      cli: { option: 'title', takes: 'pattern' },
      isOptional: true,
    },
    actions: {
      schema: listOf(policyActions, actionsRemedy),
      form: listForm,
      label: 'Actions',
      help: `what is done: ${policyActions.join(', ')}`,
      cli: { option: 'actions', takes: 'kinds', isRequired: true },
    },
    toModel: {
      schema: pattern,
      form: wordForm,
      label: 'To model',
      help: 'what the action "model" moves the session to',
      cli: { option: 'to-model', takes: 'id' },
      isOptional: true,
    },
    mode: {
      schema: z.enum(policyModes, { error: fault('is no mode', modeRemedy) }).default('propose'),
      form: wordForm,
      label: 'Mode',
      help: 'propose: findings name the actions; act: they are done; propose unless given',
      words: { propose: 'findings name the actions', act: 'they are done' },
      cli: { option: 'mode', takes: 'mode' },
    },
    note: {
      schema: lineSchema(500, 'give a text of at most 500 characters'),
      form: noteForm,
      label: 'Note',
      help: 'for people',
      cli: { option: 'note', takes: 'text' },
      isOptional: true,
      isMinor: true,
    },
  },
  appliesTo: { toModel: ({ actions = [] }) => actions.includes('model') },
  problemsBetween: ({ actions, toModel }) =>
    actions.includes('model') === (toModel !== undefined)
      ? []
      : [
          {
            field: 'toModel',
            problem:
              toModel === undefined
                ? 'is missing; the action "model" needs the model to move to'
                : 'says nothing without the action "model"; add it or leave this out',
          },
        ],
});
