import * as z from 'zod';

import type { Contract } from '../kernel/contract/contract.ts';
import { Day, Instant } from '../kernel/contract/document-parts.ts';
import { AsOfQuery, pageOf, PageQuery } from '../kernel/contract/fields/page.ts';
import {
  daySchema,
  lineSchema,
  noteField,
  patternSchema,
  wholeNumberSchema,
} from '../kernel/records/contract/fields/field-schemas.ts';
import { listForm, numberForm, wordForm } from '../kernel/records/contract/fields/text-form.ts';
import { defineRecord, fault, type RecordCodec } from '../kernel/records/contract/record.ts';
import { emailSchema, notAnEmail } from '../roster/contract.ts';
import { type TargetKey, targetKind, targetLimits, type TargetTerms } from './target.ts';

const Share = z.object({ week: Day, passing: z.int(), evaluated: z.int() });

export const RepositoryDocument = z.object({
  repository: z.string(),
  branch: z.string().nullable(),
  branches: z.int(),
  passing: z.int(),
  evaluated: z.int(),
  regressions: z.int(),
  at: Instant.nullable(),
  commit: z.string().nullable(),
  trend: z.array(Share).readonly(),
});

const Evaluation = z.object({
  numerator: z.number(),
  denominator: z.number(),
  rationale: z.string().nullable(),
  at: Instant,
  commit: z.string().nullable(),
});

export const FallDocument = z.object({
  repository: z.string(),
  branch: z.string().nullable(),
  apps: z.array(z.string()).readonly(),
  criterion: z.string(),
  kind: z.string(),
  before: Evaluation,
  after: Evaluation,
  judges: z.string().nullable(),
  saidClean: z.boolean(),
});

const Report = z.object({
  reportId: z.string(),
  at: Instant,
  commit: z.string().nullable(),
  state: z.string(),
  judge: z.object({ model: z.string().optional(), version: z.string().optional() }),
});

export const RepositoryShownDocument = z.object({
  repository: z.string(),
  branches: z
    .array(
      z.object({
        branch: z.string().nullable(),
        setAside: z.object({ reportId: z.string(), at: Instant }).nullable(),
        trend: z.array(Share).readonly(),
        lines: z
          .array(
            z.object({
              apps: z.array(z.string()).readonly(),
              newest: Report,
              criteria: z
                .array(
                  z.object({
                    criterion: z.string(),
                    numerator: z.number(),
                    denominator: z.number(),
                    rationale: z.string().nullable(),
                    /** False: an earlier report evaluated it last. */
                    current: z.boolean(),
                    fall: z.string().nullable(),
                  }),
                )
                .readonly(),
            }),
          )
          .readonly(),
      }),
    )
    .readonly(),
});

const TargetDocument = z.looseObject({
  counts: z.object({ met: z.int(), open: z.int(), missed: z.int(), unknown: z.int() }),
  repositories: z.array(z.unknown()).readonly(),
});

const listed = z.strictObject({ ...PageQuery.shape, ...AsOfQuery.shape });

export const readinessContract = {
  listRepositories: {
    purpose: 'Shows how ready each repository is for agents, on the branch that counts',
    query: listed,
    answer: pageOf(RepositoryDocument, {}),
    rowKey: ['repository'],
  },
  showRepository: {
    purpose: 'Shows one repository, branch by branch and criterion by criterion',
    params: z.strictObject({ repository: z.string().min(1).max(500) }),
    answer: RepositoryShownDocument,
  },
  listRegressions: {
    purpose: 'Lists criteria that fell and have not recovered, the newest first',
    query: listed,
    answer: pageOf(FallDocument, {}),
    rowKey: ['repository', 'branch', 'apps', 'criterion'],
  },
  listTargets: {
    purpose: 'Lists the targets of readiness, and how repositories stand to each',
    query: listed,
    answer: pageOf(TargetDocument, {}),
    rowKey: ['criterion', 'repository'],
  },
} as const satisfies Contract<'readiness'>;

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
      help: 'its id, as "readiness show" prints it',
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
      help: 'the email of whoever answers for it, notified beside the admins',
      cli: { option: 'owner', takes: 'email', isRepeated: true },
    },
    note: noteField(targetLimits.noteCharsMax),
  },
});
