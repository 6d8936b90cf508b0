import * as z from 'zod';

import { windowKinds } from '../../../domain/budgets/window.ts';
import { ImpactDocument } from '../../documents/credits/impact-document.ts';
import { TopUpGetsDocument } from '../../documents/credits/top-up-document.ts';
import { budgetRecord } from '../../records/budget.ts';
import { exemptionRecord, topUpRecord } from '../../records/grant.ts';
import { teamRecord } from '../../records/team.ts';
import { AsOfQuery } from '../fields/page.ts';
import {
  AgreedQuery,
  EditedDocument,
  FileNoteDocument,
  ImportDocument,
  NameText,
  RecordFile,
  saidOf,
} from '../fields/record-parts.ts';
import type { Contract } from './contract.ts';
import { SaidSetting } from './settings-contract.ts';

/** What a file of budgets may hold. */
const fileContents = ['budgets', 'teams'] as const;

const budget = { scope: NameText, window: z.enum(windowKinds) };

/** One edit that somebody is about to make: what its own operation takes. */
export const ProposedEdit = z.discriminatedUnion('edit', [
  z.strictObject({
    edit: z.literal('set-budget'),
    ...budget,
    said: saidOf(budgetRecord, ['scope', 'window']),
  }),
  z.strictObject({ edit: z.literal('remove-budget'), ...budget }),
  z.strictObject({ edit: z.literal('set-team'), name: NameText, said: saidOf(teamRecord, ['name']) }),
  z.strictObject({ edit: z.literal('remove-team'), name: NameText }),
  z.strictObject({ edit: z.literal('add-top-up'), said: saidOf(topUpRecord) }),
  z.strictObject({ edit: z.literal('end-top-up'), id: NameText }),
  z.strictObject({ edit: z.literal('add-exemption'), said: saidOf(exemptionRecord) }),
  z.strictObject({ edit: z.literal('end-exemptions'), email: NameText }),
  z.strictObject({ edit: z.literal('set-setting'), name: NameText, ...SaidSetting.shape }),
  z.strictObject({ edit: z.literal('import'), content: z.enum(fileContents), file: RecordFile }),
]);
export type ProposedEdit = z.output<typeof ProposedEdit>;

/** What an import came to, or would: of what the command is about, and under `teams` of those in a file of budgets. */
const ImportedDocument = ImportDocument.extend({
  teams: ImportDocument.optional(),
  warnings: z.array(FileNoteDocument).readonly(),
});

/** A way in which a top-up may be made, and what it gives. */
const WayDocument = TopUpGetsDocument.extend({ raises: z.array(z.string()).readonly() });

/** What a top-up gives as it was ordered, and the ways in which its pools would give more. */
export const TopUpWaysDocument = z.object({
  gets: TopUpGetsDocument,
  ways: z.object({ withinPool: WayDocument.nullable(), raisePools: WayDocument.nullable() }),
});

export const editsContract = {
  showImpact: {
    purpose: 'Shows what an edit would do: whose limit changes, who is stopped, what pools have left; changes nothing',
    query: AsOfQuery,
    body: ProposedEdit,
    answer: z.object({
      impact: ImpactDocument,
      /** The version of the record that is edited, for If-Match; `absent` of one that is not there. */
      version: z.string(),
      /** What whoever agrees to this gives to the edit, so that it is made exactly so or not at all. */
      agreed: z.string(),
      /** There is something to change. */
      isEdit: z.boolean(),
      /** Of an import: what stands for `agreed` where its changes are wanted whatever their impact. */
      exactly: z.string().optional(),
      /** Of an import: what it would do. */
      plan: ImportedDocument.optional(),
      /** Of a top-up: what it gives. */
      topUp: TopUpWaysDocument.optional(),
      /** Of a setting: what would change in the file; null where it is like that. */
      setting: EditedDocument.optional(),
    }),
  },
  importRecords: {
    purpose: 'Makes budgets, or teams, what a file says, so many changes a call, exactly as they were agreed to',
    params: z.strictObject({ content: z.enum(fileContents) }),
    query: AgreedQuery,
    body: RecordFile,
    answer: ImportedDocument.extend({
      /** How many changes are left for the next call. */
      left: z.int(),
      /** What that call gives as `agreed`; null where nothing is left. */
      agreed: z.string().nullable(),
    }),
  },
  exportRecords: {
    purpose: 'Writes every record of a kind as the text of a file that an import reads',
    params: z.strictObject({ kind: z.enum(['budgets', 'teams', 'computers', 'policies', 'targets', 'rules']) }),
    query: z.strictObject({ format: z.enum(['csv', 'yaml']).optional() }),
    answer: z.object({
      content: z.string(),
      records: z.array(z.record(z.string(), z.unknown())).readonly(),
      leftOut: z.array(z.record(z.string(), z.unknown())).readonly(),
    }),
  },
} as const satisfies Contract<'edits'>;
