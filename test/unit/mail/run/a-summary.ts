import type { RunFacts } from '../../../../shared/mail/run/describe-run.ts';
import { anOutcome } from '../../../support/domain-samples.ts';

/** The facts of a nightly run of which there is nothing to say. */
export const aSummary: RunFacts = {
  notice: { kind: 'summary', noticeId: 'summary/2026-03-15' },
  run: { runId: 'run-1', at: '2026-03-15T02:30:00.000Z' },
  outcome: anOutcome({ dataThrough: '2026-03-14' }),
  outcomes: new Map(),
  changes: [],
  clearedDays: [],
  notifications: [],
  unknownMails: [],
};
