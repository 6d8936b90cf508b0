import type { BranchRecord } from '../../../domain/readiness/branch-record.ts';
import type { ReadinessReport } from '../../../domain/readiness/report.ts';
import type { Day } from '../../../domain/time/day.ts';
import type { PortNeeds } from '../../runs/leased-ports.ts';

/** A page of the list of reports. */
interface ReportPage {
  readonly reports: readonly ReadinessReport[];
  /** Reports that cannot be read. */
  readonly unreadable: number;
  /** Reports that were on an earlier page already. */
  readonly repeated: number;
}

/**
 * The readiness reports, from the beginning of a list whose order is not shown (platform-api.md, "Readiness reports").
 * Raises PlatformUnavailableError and PlatformRefusedError.
 */
export interface ReportSource {
  pages(): AsyncIterable<ReportPage>;
}

export const reportSourceNeeds: PortNeeds<ReportSource> = { pages: 'pages' };

/** How the list was read. */
export interface ReadingProgress {
  /** The last day on which it was read to its end, and how many reports there were. */
  readonly wholeOn?: Day;
  readonly reports?: number;
  /** It came newest first, as it was last read to its end. Nothing rests on that for longer than a week. */
  readonly isNewestFirst?: boolean;
  /** Known reports that the last whole reading did not bring. */
  readonly missing: readonly string[];
  /** Known reports that two whole readings in a row did not bring: the platform serves them no more. */
  readonly withdrawn: readonly string[];
}

/** What is known of each branch of each repository. */
export interface ReadinessStore {
  list(): Promise<readonly BranchRecord[]>;
  /** Replaces records. None is there twice. */
  put(records: readonly BranchRecord[]): Promise<void>;
  forget(records: readonly BranchRecord[]): Promise<void>;
  progress(): Promise<ReadingProgress>;
  putProgress(progress: ReadingProgress): Promise<void>;
}

export const readinessStoreNeeds: PortNeeds<ReadinessStore> = {
  list: 'free',
  put: 'write',
  forget: 'write',
  progress: 'free',
  putProgress: 'write',
};
