import * as z from 'zod';

import { budgetRecord } from '../../../budgets/contract/budget.ts';
import { InvalidBudgetDocument } from '../../../budgets/contract/budgets-contract.ts';
import { windowKinds } from '../../../budgets/window.ts';
import { exemptionRecord, topUpRecord } from '../../../grants/contract/grant.ts';
import { TopUpGetsDocument } from '../../../grants/contract/top-up-document.ts';
import { ImpactDocument } from '../../../impact/contract.ts';
import { warningKinds } from '../../../impact/impact-warning.ts';
import { SaidSetting } from '../../../settings/contract/settings-contract.ts';
import { teamRecord } from '../../../teams/contract/team.ts';
import type { Contract } from '../../contract/contract.ts';
import { Credits, Instant, NeededDocument } from '../../contract/document-parts.ts';
import { AsOfQuery, CountText } from '../../contract/fields/page.ts';
import {
  AgreedQuery,
  EditedDocument,
  FileNoteDocument,
  ImportDocument,
  NameText,
  RecordFile,
  saidOf,
} from '../../contract/fields/record-parts.ts';

const fileContents = ['budgets', 'teams'] as const;

const budget = { scope: NameText, window: z.enum(windowKinds) };

const setMax = 500;

/** Credits and exemptions of many people, each named once. */
export const GrantSet = z.strictObject({
  topUps: z
    .array(saidOf(topUpRecord, ['withinPool', 'raises', 'takenFrom', 'for']))
    .max(setMax)
    .readonly()
    .optional(),
  exemptions: z.array(saidOf(exemptionRecord)).max(setMax).readonly().optional(),
});

/** One proposed edit: its own operation's input. */
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
  z.strictObject({ edit: z.literal('add-grants'), set: GrantSet }),
  z.strictObject({ edit: z.literal('set-setting'), name: NameText, ...SaidSetting.shape }),
  z.strictObject({ edit: z.literal('import'), content: z.enum(fileContents), file: RecordFile }),
]);
export type ProposedEdit = z.output<typeof ProposedEdit>;

/** The result of an import; `teams` holds the teams' part of a budget file. */
const ImportedDocument = ImportDocument.extend({
  teams: ImportDocument.optional(),
  warnings: z.array(FileNoteDocument).readonly(),
});

const problem = z.string();
const UnreadRow = z.union([
  InvalidBudgetDocument,
  z.object({ team: z.string(), problem }),
  z.object({ key: z.string(), problem }),
]);
export type UnreadRow = z.output<typeof UnreadRow>;

const WayDocument = TopUpGetsDocument.extend({ raises: z.array(z.string()).readonly() });

export const TopUpWaysDocument = z.object({
  gets: TopUpGetsDocument,
  /** For the usual pace of one person; null where nothing is missing, where too little is known, and for a team. */
  needed: NeededDocument.nullable(),
  ways: z.object({ withinPool: WayDocument.nullable(), raisePools: WayDocument.nullable() }),
  /** Not before this run does any way give what is not free yet. */
  laterAt: Instant,
});

export const editsContract = {
  showImpact: {
    purpose: 'Shows what an edit would do: whose limit changes, who is stopped, what pools have left; changes nothing',
    /** `rows`: so many of each list at most; everything unless given. */
    query: z.strictObject({ ...AsOfQuery.shape, rows: CountText.optional() }),
    body: ProposedEdit,
    answer: z.object({
      impact: ImpactDocument,
      /** The edited record's version for If-Match; `absent` when it does not exist. */
      version: z.string(),
      /** Token that confirms exactly this impact. */
      agreed: z.string(),
      isEdit: z.boolean(),
      /** A limit of at least this is no limit. */
      unlimited: Credits,
      /** The stopped users, each with its cause: `team:web / month`, or the ceiling. */
      stoppedBy: z.array(z.object({ email: z.string(), cause: z.string() })).readonly(),
      /** Of whole lists; `wouldHaveStopped` counts people. */
      counts: z.object({
        stopped: z.int(),
        freed: z.int(),
        changes: z.int(),
        warnings: z.array(z.object({ kind: z.enum(warningKinds), count: z.int() })).readonly(),
        wouldHaveStopped: z.int(),
      }),
      /** For an import: confirms its changes whatever their impact. */
      exactly: z.string().optional(),
      plan: ImportedDocument.optional(),
      topUp: TopUpWaysDocument.optional(),
      /** For a setting: the change of the file; null when unchanged. */
      setting: EditedDocument.optional(),
    }),
  },
  importRecords: {
    purpose: 'Makes budgets, or teams, what a file says, so many changes a call, exactly as they were agreed to',
    params: z.strictObject({ content: z.enum(fileContents) }),
    query: AgreedQuery,
    body: RecordFile,
    answer: ImportedDocument.extend({
      left: z.int(),
      /** The next call's `agreed`; null when nothing is left. */
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
      /** Rows that cannot be read. */
      leftOut: z.array(UnreadRow).readonly(),
    }),
  },
} as const satisfies Contract<'edits'>;
