import type { Link } from '../../evidence/chain.ts';
import { isSameStored, storedCopy } from '../../kernel/contract/stored-copy.ts';
import { invariant } from '../../kernel/invariant.ts';
import { StaleRecordError } from '../../kernel/records/ports.ts';
import { HistoryConflictError } from '../../kernel/runs/ports.ts';
import { sortedBy } from '../../kernel/texts/compare-text.ts';
import type { Announcement } from '../announcement.ts';
import type { Deviation, Baseline } from '../baseline.ts';
import type { ControlException } from '../control-exception.ts';
import type { AlarmRecord } from '../history/history-alarm.ts';
import { addedVersion, continues, versionsMax, type RevisionEntry } from '../history/revision-entry.ts';
import type { WatchState } from '../history/watch-state.ts';
import type {
  EvidenceChain,
  WatchStateStore,
  SubjectAcknowledgement,
  ControlsDecisionStore,
  RevisionStore,
} from '../ports.ts';
import type { Revision } from '../revision.ts';

/** `dynamoEvidenceChain` in memory. */
export function memoryEvidenceChain(): EvidenceChain {
  const links: Link[] = [];

  return {
    async head() {
      return storedCopy(links.at(-1));
    },
    async append(link, after) {
      invariant(link.seq === (after?.seq ?? 0) + 1, 'a link follows the one before it');
      const there = links[link.seq - 1];
      if (there !== undefined) {
        return there.hash === link.hash ? 'appended' : 'moved-on';
      }
      invariant(links.at(-1)?.hash === after?.hash, 'a link is added to the end that was seen');
      links.push(storedCopy(link));
      return 'appended';
    },
    async list(fromSeq, countMax) {
      return storedCopy(links.slice(Math.max(0, fromSeq - 1)).slice(0, countMax));
    },
  };
}

/** `dynamoWatchStateStore` in memory. `earlierAlarms`: as stored by an earlier version. */
export function memoryWatchStateStore(earlierAlarms: readonly AlarmRecord[] = []): WatchStateStore {
  let stored: WatchState | undefined;
  let deviations = '[]';

  return {
    async read() {
      return storedCopy(stored);
    },
    async replace(state) {
      if ((stored?.version ?? 0) !== state.version) {
        return false;
      }
      stored = storedCopy({ ...state, version: state.version + 1 });
      return true;
    },
    async listEarlierAlarms() {
      const open = earlierAlarms.filter(({ phase }) => phase === 'open');
      return storedCopy(sortedBy(open, ({ alarmId }) => alarmId));
    },
    async readDeviations() {
      return JSON.parse(deviations) as readonly Deviation[];
    },
    async putDeviations(found) {
      deviations = JSON.stringify(found);
    },
  };
}

/** `dynamoControlsDecisionStore` in memory. */
export function memoryControlsDecisionStore(): ControlsDecisionStore {
  const exceptions = new Map<string, ControlException>();
  const announcements = new Map<string, Announcement>();
  const acknowledged = new Map<string, SubjectAcknowledgement>();
  // As text, since a table would refuse some numbers.
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
      const isMade = isSameStored(stored, exception);
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
      const isMade = isSameStored(stored, announcement);
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

/** `dynamoRevisionStore` in memory. */
export function memoryRevisionStore(): RevisionStore {
  const entries = new Map<string, RevisionEntry>();
  /** As text, since a table would refuse some numbers. */
  const contents = new Map<string, string>();

  function ascending(series: number): readonly RevisionEntry[] {
    return [...entries.values()].filter((entry) => entry.series === series).toSorted((a, b) => a.revision - b.revision);
  }

  return {
    async find(series, revisions) {
      const wanted = new Set(revisions);
      return storedCopy(ascending(series).filter(({ revision }) => wanted.has(revision)));
    },
    async list(series, from, countMax) {
      const found = ascending(series).filter(({ revision }) => revision >= from);
      return storedCopy(found.slice(0, countMax));
    },
    async findBelow(series, below) {
      return storedCopy(ascending(series).findLast(({ revision }) => revision < below));
    },
    async read({ series, revision }, digest) {
      const content = contents.get(`${series}/${revision}/${digest}`);
      return content === undefined ? undefined : (JSON.parse(content) as Revision);
    },
    async put(entry, content) {
      invariant(entry.revision === content.revision, 'an entry and its content are of the same revision');
      const key = `${entry.series}/${entry.revision}`;
      const contentKey = `${key}/${addedVersion(entry).digest}`;
      const written = JSON.stringify(content);
      if ((contents.get(contentKey) ?? written) !== written) {
        throw new HistoryConflictError(`the content ${contentKey} is another than the one to be written`);
      }
      contents.set(contentKey, written);
      const stored = entries.get(key);
      const isLonger = entry.versions.length > (stored?.versions.length ?? 0) || entry.versions.length === versionsMax;
      if (stored === undefined || (isLonger && continues(entry, stored))) {
        entries.set(key, storedCopy(entry));
      } else if (!continues(stored, entry)) {
        throw new HistoryConflictError(`the revision ${entry.revision} is another than was read`);
      }
    },
  };
}
