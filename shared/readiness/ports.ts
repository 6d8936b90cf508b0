import type { PortNeeds } from '../kernel/runs/ports.ts';
import type { Day } from '../kernel/time/day.ts';
import type { BranchRecord } from './branch-record.ts';
import type { ReadinessReport } from './report.ts';

/** Reports in undocumented order (platform-api.md). Throws PlatformUnavailableError and PlatformRefusedError. */
export interface ReportSource {
  pages(): AsyncIterable<{
    readonly reports: readonly ReadinessReport[];
    /** Reports that cannot be read. */
    readonly unreadable: number;
    readonly repeated: number;
  }>;
}

export const reportSourceNeeds: PortNeeds<ReportSource> = { pages: 'pages' };

export interface ReadingProgress {
  /** The last day it was read to its end, and the number of reports. */
  readonly wholeOn?: Day;
  readonly reports?: number;
  /** Whether the last full reading came newest first. Trusted for a week at most. */
  readonly isNewestFirst?: boolean;
  /** Known reports absent from the last full reading. */
  readonly missing: readonly string[];
  /** Known reports absent from two full readings in a row: the platform no longer serves them. */
  readonly withdrawn: readonly string[];
}

export interface ReadinessStore {
  list(): Promise<readonly BranchRecord[]>;
  /** Replaces records; keys must be unique. */
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

export const readinessGrants = {
  readiness: { readiness: ['DeleteItem', 'GetItem', 'PutItem', 'Query'] },
  'readiness.list': { readiness: ['Query'] },
} as const;
