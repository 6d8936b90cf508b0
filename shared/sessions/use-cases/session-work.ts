import type { RecordStore } from '../../kernel/records/ports.ts';
import type { NameKey } from '../../kernel/records/record-kind.ts';
import type { RunContext } from '../../kernel/runs/run.ts';
import type { RunOrder } from '../../kernel/runs/use-cases/job.ts';
import type { WatcherPorts, WatcherSettings } from '../../kernel/runs/use-cases/watcher-ports.ts';
import type { SessionThresholds } from '../find-sessions.ts';
import type { SessionPlatform, SessionStore } from '../ports.ts';
import type { SessionPolicyTerms } from '../session-policy.ts';

export interface SessionPorts extends WatcherPorts {
  readonly sessions: SessionPlatform;
  readonly known: SessionStore;
  readonly policies: RecordStore<NameKey, SessionPolicyTerms>;
}

/** The settings for this watcher; `contracts/settings/settings.ts` documents them. */
export interface SessionSettings extends WatcherSettings {
  readonly sessions: SessionThresholds & {
    readonly asksMax: number;
    readonly messageReadsMax: number;
    readonly actionsMax: number;
    readonly unarchiveWith?: string | undefined;
  };
}

export interface SessionWork {
  readonly ports: SessionPorts;
  readonly run: RunContext;
  readonly settings: SessionSettings;
  readonly order: RunOrder;
  readonly aheadMs: number;
}

/** No time is left: the next run continues. */
export function isLate({ ports, order }: SessionWork): boolean {
  return ports.clock.now() >= order.stopAtMs;
}
