import * as z from 'zod';

import type { Contract } from '../../kernel/contract/contract.ts';
import { Instant } from '../../kernel/contract/document-parts.ts';
import { DayText, pageOf, PageQuery } from '../../kernel/contract/fields/page.ts';
import { severities } from '../../notifications/severity.ts';
import { announcementRecord } from './announcement.ts';
import { exceptionRecord } from './control-exception.ts';
import { ControlsCheckDocument, ControlsScoreDocument, FailOn } from './controls-check-documents.ts';
import {
  BaselineSourceDocument,
  ControlsDiffDocument,
  DeviationDocument,
  RevisionDocument,
  RevisionsDocument,
  SubjectAcknowledgementDocument,
  TimelineRowDocument,
  VerificationDocument,
} from './controls-documents.ts';

const number = z
  .string()
  .regex(/^\d{1,15}$/u, 'must be the number of a revision')
  .transform(Number);
const Settings = z.record(z.string(), z.unknown());
/** A stored revision, or settings as on the platform; their secrets are not stored. */
const Side = z.union([z.strictObject({ revision: z.int().min(0) }), z.strictObject({ settings: Settings })]);
const word = z.string().min(1).max(500);
const words = z.array(word).max(50);
const All = z.strictObject({ ...PageQuery.shape, all: z.literal('true').optional() });
const Granted = z.record(z.string(), z.unknown());
const id = z.strictObject({ id: z.string().min(1).max(200) });
/** UTC days, inclusive, of the change. */
const period = { from: DayText.optional(), to: DayText.optional() };

export const controlsContract = {
  listRevisions: {
    purpose: 'Lists the newest stored revisions of a period, ascending, each with what it changed',
    query: z.strictObject({
      ...period,
      count: z
        .string()
        .regex(/^[1-9]\d{0,4}$/u, 'must be a whole number from 1 to 99999')
        .transform(Number)
        .optional(),
    }),
    answer: RevisionsDocument,
  },
  listTimeline: {
    purpose: 'Lists revisions, the newest first, with those of their changes that are asked for, page by page',
    query: z.strictObject({
      ...PageQuery.shape,
      ...period,
      direction: z.enum(['loosened', 'tightened', 'changed']).optional(),
      severity: z.enum(severities).optional(),
      path: word.optional(),
      actor: word.optional(),
      acceptor: word.optional(),
    }),
    answer: pageOf(TimelineRowDocument, {}),
  },
  showRevision: {
    purpose: 'Shows one revision: who made it, what it changed, and the settings after it, their secrets replaced',
    params: z.strictObject({ revision: number }),
    answer: RevisionDocument,
  },
  compareControls: {
    purpose: 'Shows what leads from one state of the controls to another, stored or given',
    body: z.strictObject({ before: Side, after: Side }),
    answer: ControlsDiffDocument,
  },
  checkControls: {
    purpose:
      'Judges proposed settings against those in force, or others, and the approved baseline; nothing is written',
    body: z.strictObject({
      settings: Settings,
      /** Default: the newest stored revision. */
      against: Side.optional(),
      failOn: FailOn.optional(),
    }),
    answer: ControlsCheckDocument,
  },
  scoreControls: {
    purpose: 'Judges the settings in force, or given ones, by the recommended baseline',
    body: z.strictObject({ settings: Settings.optional() }),
    answer: ControlsScoreDocument,
  },
  acknowledgeControls: {
    purpose: 'Acknowledges revisions, or an alarm of the history, with a reason',
    body: z.strictObject({
      /** Revisions such as 42 or 42-48, or an alarm's id. */
      what: z.string().min(1).max(500),
      reason: z.string().max(2_000),
    }),
    answer: z.object({ acknowledged: z.array(SubjectAcknowledgementDocument).readonly() }),
  },
  showBaseline: {
    purpose: 'Shows the approved baseline, and where the newest controls deviate from it',
    answer: z.object({
      approved: z
        .object({
          version: z.int(),
          source: BaselineSourceDocument,
          approvedBy: z.string(),
          approvedAt: Instant,
          settings: Settings,
        })
        .nullable(),
      deviations: z.array(DeviationDocument).readonly(),
    }),
  },
  approveBaseline: {
    purpose: 'Approves a stored revision, or given settings, as the baseline',
    body: z.union([
      z.strictObject({ revision: z.int().min(0) }),
      z.strictObject({ settings: Settings, name: z.string().min(1).max(200) }),
    ]),
    answer: z.object({
      version: z.int(),
      source: BaselineSourceDocument,
      approvedBy: z.string(),
      approvedAt: Instant,
    }),
  },
  verifyEvidence: {
    purpose: 'Proves the evidence: every link, the stored revisions, and the signed heads',
    body: z.strictObject({
      /** Kept links: number and hash, `912:06d4…`. */
      heads: z.array(z.string().max(100)).max(100).optional(),
      /** PEM keys, in place of the installation's. */
      publicKeys: z.array(z.string().max(10_000)).max(20).optional(),
      /** Lines of signed heads, in place of the installation's. */
      anchors: z.array(z.string().max(60_000_000)).max(100).optional(),
    }),
    answer: VerificationDocument,
  },
  exportEvidence: {
    purpose: 'Gives the evidence of a period as files that stand alone',
    body: z.strictObject({
      ...period,
      control: words,
      direction: z.array(z.enum(['loosened', 'tightened', 'changed'])).max(3),
      severity: z.array(z.enum(severities)).max(5),
      path: words,
      actor: words,
      acceptor: words,
      ticket: words,
      /** The script that verifies an export; included in each. */
      script: z.string().max(200_000).optional(),
      /** `ocsf`: one file of Compliance Findings of the Open Cybersecurity Schema Framework, one a loosening. */
      format: z.enum(['files', 'ocsf']).optional(),
    }),
    answer: z.object({
      files: z.array(z.object({ name: z.string(), text: z.string(), sha256: z.string() })).readonly(),
      changes: z.int(),
      links: z.int(),
      revisions: z.int(),
      whole: z.boolean(),
      sentence: z.string(),
    }),
  },
  listExceptions: {
    purpose: 'Lists what may deviate from the baseline, until when, and who answers for it',
    query: All,
    answer: pageOf(Granted, {}),
    rowKey: ['id'],
  },
  addException: {
    purpose: 'Allows a control to deviate from the baseline for a time',
    body: z.strictObject(exceptionRecord.shape),
    answer: Granted,
  },
  endException: { purpose: 'Ends an exception before its time', params: id, answer: Granted },
  listAnnouncements: {
    purpose: 'Lists announced changes, each with the revisions that were made under it',
    query: All,
    answer: pageOf(Granted, {}),
    rowKey: ['id'],
  },
  announceChange: {
    purpose: 'Announces a change of the controls; what goes further is reported as ever',
    body: z.strictObject(announcementRecord.shape),
    answer: Granted,
  },
  endAnnouncement: { purpose: 'Takes an announcement back', params: id, answer: Granted },
} as const satisfies Contract<'controls'>;
