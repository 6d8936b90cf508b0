import type { ComputerStore } from '../../computers/ports.ts';
import { ledgerStoreNeeds, userStoreNeeds, type PlanStore, type PlatformTime } from '../../enforcement/ports.ts';
import type { ApplyPorts } from '../../enforcement/use-cases/apply-caps.ts';
import type { TablePorts } from '../../enforcement/use-cases/collect/collect-tables.ts';
import type { EnforcementSettings } from '../../enforcement/use-cases/enforcement-settings.ts';
import type { HintStore } from '../../hook/ports.ts';
import type { LeaseNeeds } from '../../kernel/runs/ports.ts';
import type { JobWork, RunOrder } from '../../kernel/runs/use-cases/job.ts';
import { watcherNeeds, type WatcherPorts } from '../../kernel/runs/use-cases/watcher-ports.ts';
import { sessionPlatformNeeds, type SessionPlatform } from '../../sessions/ports.ts';
import type { LiveTerms } from '../live-status.ts';
import { liveStoreNeeds, signInSourceNeeds, type LiveStore, type SignInSource } from '../ports.ts';

export interface LivePorts extends WatcherPorts, TablePorts, ApplyPorts {
  readonly sessions: Pick<SessionPlatform, 'pages' | 'find'>;
  readonly live: LiveStore;
  readonly plans: Pick<PlanStore, 'latest'>;
  readonly hints: Pick<HintStore, 'listSince' | 'listVisitsSince'>;
  readonly signIns: SignInSource;
  readonly fleet: Pick<ComputerStore, 'read'>;
  readonly platformTime: PlatformTime;
}

export interface LiveSettings extends EnforcementSettings {
  readonly live: LiveTerms;
}

export interface LiveWork extends JobWork<LivePorts> {
  readonly settings: LiveSettings;
  readonly order: RunOrder;
}

export const liveNeeds: LeaseNeeds<LivePorts> = {
  ...watcherNeeds,
  budgets: 'free',
  grants: 'free',
  teams: 'free',
  users: userStoreNeeds,
  ledger: ledgerStoreNeeds,
  // Fenced, and sent under a lease that is renewed before each PUT: `apply-caps.ts`.
  limits: 'free',
  limitWriter: 'free',
  progress: 'free',
  hints: 'free',
  signIns: signInSourceNeeds,
  plans: 'free',
  platformTime: 'free',
  fleet: 'free',
  sessions: { pages: sessionPlatformNeeds.pages, find: sessionPlatformNeeds.find },
  live: liveStoreNeeds,
};
