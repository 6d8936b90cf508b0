import * as z from 'zod';

import { journalKinds } from '../../../journal/journal-entry.ts';
import type { Contract } from '../../contract/contract.ts';
import { CountText, DayText, Moment, pageOf, PageQuery } from '../../contract/fields/page.ts';
import { JournalEntryDocument, RunRecordDocument, StartedRunDocument, VoidedRunsDocument } from './run-documents.ts';

const word = z.string().min(1).max(64);
const runId = z.string().min(1).max(200);

export const runsContract = {
  listRuns: {
    purpose:
      'Lists the newest runs of the jobs that keep records, of one job or of one status alone where that is said',
    query: z.strictObject({
      ...PageQuery.shape,
      job: word.optional(),
      /** `unfinished`: started and not ended. */
      status: z.enum(['complete', 'partial', 'held', 'failed', 'unfinished']).optional(),
      newest: CountText.optional(),
    }),
    answer: pageOf(RunRecordDocument, {}),
    rowKey: ['run'],
  },
  showRun: {
    purpose: 'Shows the record of one run; one that has not ended has no status',
    params: z.strictObject({ run: runId }),
    answer: RunRecordDocument,
  },
  startRun: {
    purpose: 'Starts a run of a job, as of now or another moment; its record tells how it ends',
    body: z.strictObject({ job: word, at: Moment.optional() }),
    answer: StartedRunDocument,
  },
  voidRuns: {
    purpose:
      'Declares void what runs said by a clock that was ahead: limits are no longer held until that moment, and go on from the last run of the past',
    body: z.strictObject({
      until: z.iso.datetime({
        error: 'is not an instant; give the moment that "npx curfew status" shows, such as 2027-03-15T02:30:00.000Z',
      }),
      reason: z.string().trim().min(1).max(500),
    }),
    answer: VoidedRunsDocument,
  },
  listJournal: {
    purpose: 'Lists what was done in a range of days, and by whom; the last week unless another range is given',
    query: z.strictObject({
      ...PageQuery.shape,
      from: DayText.optional(),
      through: DayText.optional(),
      count: CountText.optional(),
      kind: z.enum(journalKinds).optional(),
      actor: z.string().min(1).max(200).optional(),
      subject: z.string().min(1).max(400).optional(),
      run: runId.optional(),
      /** Default: oldest first. */
      order: z.literal('newest').optional(),
    }),
    answer: pageOf(JournalEntryDocument, {}),
    rowKey: ['id'],
  },
} as const satisfies Contract<'runs'>;
