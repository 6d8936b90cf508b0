import type { SessionThresholds } from '../../../domain/sessions/find-sessions.ts';
import type { SessionPolicyTerms } from '../../../domain/sessions/session-policy.ts';
import type { RecordStore } from '../../edits/editable-records.ts';
import type { RunOrder } from '../../runs/job.ts';
import type { RunContext } from '../../runs/run-context.ts';
import type { WatcherPorts, WatcherSettings } from '../watcher-ports.ts';
import type { SessionPlatform, SessionStore } from './ports.ts';

export interface SessionPorts extends WatcherPorts {
  readonly sessions: SessionPlatform;
  readonly known: SessionStore;
  readonly policies: Pick<RecordStore<Pick<SessionPolicyTerms, 'name'>, SessionPolicyTerms>, 'list'>;
}

/** The part of the settings that the watcher needs; `contracts/settings/settings.ts` explains each. */
export interface SessionSettings extends WatcherSettings {
  readonly sessions: SessionThresholds & {
    /** How many sessions one run asks for by their id, and of how many it reads the messages. */
    readonly asksMax: number;
    readonly messageReadsMax: number;
    readonly actionsMax: number;
    readonly unarchiveWith?: string | undefined;
  };
}

/** One run with what it works on. */
export interface SessionWork {
  readonly ports: SessionPorts;
  readonly run: RunContext;
  readonly settings: SessionSettings;
  readonly order: RunOrder;
}

/** Nothing more is begun: what is left is for the next run. */
export function isLate({ ports, order }: Pick<SessionWork, 'ports' | 'order'>): boolean {
  return ports.clock.now() >= order.stopAtMs;
}
