import type { ComputerTerms } from '../../../domain/computers/decide-computer.ts';
import type { FleetEntry } from '../../../domain/computers/fleet-entry.ts';
import type { RecordStore } from '../../edits/record-store.ts';
import type { Outbox, RecipientStore } from '../../mail/ports.ts';
import type { AlertStore } from '../../notifications/ports.ts';
import type { NotificationSettings } from '../../notifications/read-routing.ts';
import type { JobPorts, JobWork } from '../../runs/job.ts';
import type { Ids, Journal, LeaseStore, RunStore } from '../../runs/ports.ts';
import type { SessionSource } from '../sessions/ports.ts';
import type { Computers, ComputerStore } from './ports.ts';

export interface ComputerPorts extends JobPorts {
  readonly ids: Ids;
  readonly leases: LeaseStore;
  readonly runs: RunStore;
  readonly journal: Journal;
  readonly fleet: Pick<RecordStore<Pick<FleetEntry, 'name'>, FleetEntry>, 'list'>;
  readonly store: ComputerStore;
  readonly computers: Computers;
  readonly sessions: SessionSource;
  readonly alerts: AlertStore;
  readonly outbox: Outbox;
  readonly recipients: Pick<RecipientStore, 'list'>;
}

/** The part of the settings that the watcher needs; `contracts/settings.ts` explains each. */
export interface ComputerSettings {
  readonly admins: readonly string[];
  readonly alerts: NotificationSettings;
  readonly computers: ComputerTerms & {
    readonly createsPerRun: number;
    readonly readsPerRun: number;
    readonly searchSessions: boolean;
  };
}

export type ComputersWork = JobWork<ComputerPorts>;
