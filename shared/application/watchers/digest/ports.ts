import type { KeptPage } from '../../../domain/digest/digest-pages.ts';
import type { ActivityOfDay, ProductivityOfDay, ToolsOfDay } from '../../../domain/digest/platform-days.ts';
import type { DayRange } from '../../../domain/time/day.ts';
import type { ControlsDecisionStore, RevisionStore, WatchStateStore } from '../../controls/ports.ts';
import type { LiveStore } from '../../enforcement/live/ports.ts';
import type { SnapshotPorts } from '../../queries/snapshots/read-snapshot.ts';
import type { PortNeeds } from '../../runs/leased-ports.ts';
import type { ReadinessStore } from '../readiness/ports.ts';
import type { WatcherPorts } from '../watcher-ports.ts';

/**
 * What the platform's analytics say of the organization as a whole; each is one call for some weeks. All raise
 * PlatformUnavailableError or PlatformRefusedError.
 */
export interface OrganizationSource {
  activity(range: DayRange): Promise<readonly ActivityOfDay[]>;
  tools(range: DayRange): Promise<readonly ToolsOfDay[]>;
  productivity(range: DayRange): Promise<readonly ProductivityOfDay[]>;
}

export const organizationSourceNeeds: PortNeeds<OrganizationSource> = {
  activity: 'call',
  tools: 'call',
  productivity: 'call',
};

/** The pages of past digests, as they were written. */
export interface DigestStore {
  /** Keeps a page; one of the same day and scope stays as it is. */
  keep(page: KeptPage): Promise<void>;
  /** The newest first. */
  list(countMax: number): Promise<readonly KeptPage[]>;
  find(page: Pick<KeptPage, 'dueOn' | 'scope'>): Promise<KeptPage | undefined>;
}

export const digestStoreNeeds: PortNeeds<DigestStore> = { keep: 'write', list: 'free', find: 'free' };

export interface DigestPorts extends WatcherPorts, SnapshotPorts {
  readonly organization: OrganizationSource;
  readonly readiness: Pick<ReadinessStore, 'list'>;
  readonly digests: DigestStore;
  readonly revisions: RevisionStore;
  readonly watchState: WatchStateStore;
  readonly decisions: ControlsDecisionStore;
  /** What runs between the nights came to. */
  readonly liveState: Pick<LiveStore, 'readState'>;
}
