import type { ComputerStore } from '../../computers/ports.ts';
import type { EnforcementSettings } from '../../enforcement/enforcement-settings.ts';
import { limitNeeds, type LimitPorts } from '../../enforcement/use-cases/enforcement-work.ts';
import type { HintStore } from '../../hook/ports.ts';
import type { LeaseNeeds } from '../../kernel/runs/ports.ts';
import type { JobWork, RunOrder } from '../../kernel/runs/use-cases/job.ts';
import {
  sessionPlatformNeeds,
  type SessionPlatform,
  type SessionStore,
  sessionStoreNeeds,
} from '../../sessions/ports.ts';
import type { LiveTerms } from '../live-status.ts';
import { liveStoreNeeds, signInSourceNeeds, type LiveStore, type SignInSource } from '../ports.ts';

export interface LivePorts extends LimitPorts {
  readonly sessions: Pick<SessionPlatform, 'pages' | 'find'>;
  readonly known: SessionStore;
  readonly live: LiveStore;
  readonly hints: HintStore;
  readonly signIns: SignInSource;
  readonly fleet: ComputerStore;
}

export interface LiveSettings extends EnforcementSettings {
  readonly live: LiveTerms;
}

export interface LiveWork extends JobWork<LivePorts> {
  readonly settings: LiveSettings;
  readonly order: RunOrder;
}

export const liveNeeds: LeaseNeeds<LivePorts> = {
  ...limitNeeds,
  hints: 'free',
  signIns: signInSourceNeeds,
  fleet: 'free',
  sessions: { pages: sessionPlatformNeeds.pages, find: sessionPlatformNeeds.find },
  known: sessionStoreNeeds,
  live: liveStoreNeeds,
};
