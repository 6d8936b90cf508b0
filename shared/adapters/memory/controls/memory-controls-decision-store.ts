import { isDeepStrictEqual } from 'node:util';
import type { SubjectAcknowledgement, ControlsDecisionStore } from '../../../application/controls/ports.ts';
import { StaleRecordError } from '../../../application/edits/ports.ts';
import type { Announcement } from '../../../domain/controls/announcements/announcement.ts';
import type { Baseline } from '../../../domain/controls/baseline.ts';
import type { ControlException } from '../../../domain/controls/exceptions/control-exception.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import { storedCopy } from '../stored-copy.ts';

/** What people have decided about the controls, in memory, with the semantics of `dynamoControlsDecisionStore`. */
export function memoryControlsDecisionStore(): ControlsDecisionStore {
  const exceptions = new Map<string, ControlException>();
  const announcements = new Map<string, Announcement>();
  const acknowledged = new Map<string, SubjectAcknowledgement>();
  // As text, for numbers that a table would refuse are kept in a text.
  let approved: { readonly text: string; readonly version: number } | undefined;

  return {
    async readBaseline() {
      return approved === undefined
        ? undefined
        : { baseline: JSON.parse(approved.text) as Baseline, version: approved.version };
    },
    async approveBaseline(baseline, seenVersion) {
      const text = JSON.stringify(baseline);
      const isMade = approved?.version === seenVersion + 1 && approved.text === text;
      if (!isMade && (approved?.version ?? 0) !== seenVersion) {
        throw new StaleRecordError('another baseline was approved meanwhile');
      }
      approved = { text, version: seenVersion + 1 };
    },
    async listExceptions() {
      return storedCopy(sortedBy(exceptions.values(), ({ id }) => id));
    },
    async putException(exception) {
      const stored = exceptions.get(exception.id);
      const isMade = isDeepStrictEqual(stored, storedCopy(exception));
      if (!isMade && (stored?.version ?? 0) !== exception.version - 1) {
        throw new StaleRecordError(`the exception ${exception.id} was changed meanwhile`);
      }
      exceptions.set(exception.id, storedCopy(exception));
    },
    async listAnnouncements() {
      return storedCopy(sortedBy(announcements.values(), ({ id }) => id));
    },
    async putAnnouncement(announcement) {
      const stored = announcements.get(announcement.id);
      const isMade = isDeepStrictEqual(stored, storedCopy(announcement));
      if (!isMade && (stored?.version ?? 0) !== announcement.version - 1) {
        throw new StaleRecordError(`the announcement ${announcement.id} was changed meanwhile`);
      }
      announcements.set(announcement.id, storedCopy(announcement));
    },
    async listAcknowledgements() {
      return storedCopy(sortedBy(acknowledged.values(), ({ subject }) => subject));
    },
    async acknowledge(acknowledgement) {
      acknowledged.set(acknowledgement.subject, storedCopy(acknowledgement));
    },
  };
}
