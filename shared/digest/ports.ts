import type { PortNeeds } from '../kernel/runs/ports.ts';
import type { DayRange } from '../kernel/time/day.ts';
import type { KeptPage, PageKey } from './digest-pages.ts';
import type { ActivityOfDay, ProductivityOfDay, ToolsOfDay } from './platform-days.ts';

/**
 * The organization's totals from the platform's analytics; each call covers some weeks. Every method throws
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

export interface DigestStore {
  /** Stores a page; an existing one of the same day and scope stays. */
  keep(page: KeptPage): Promise<void>;
  /** Newest first. */
  list(countMax: number): Promise<readonly KeptPage[]>;
  find(page: PageKey): Promise<KeptPage | undefined>;
}

export const digestStoreNeeds: PortNeeds<DigestStore> = { keep: 'write', list: 'free', find: 'free' };

export const digestGrants = {
  digests: { runs: ['PutItem', 'Query'] },
} as const;
