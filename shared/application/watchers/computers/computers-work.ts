import type { ComputerTerms } from '../../../domain/computers/decide-computer.ts';
import type { FleetEntry } from '../../../domain/computers/fleet-entry.ts';
import type { RecordStore } from '../../edits/editable-records.ts';
import type { JobWork } from '../../runs/job.ts';
import type { SessionSource } from '../sessions/ports.ts';
import type { WatcherPorts, WatcherSettings } from '../watcher-ports.ts';
import type { Computers, ComputerStore } from './ports.ts';

export interface ComputerPorts extends WatcherPorts {
  readonly fleet: Pick<RecordStore<Pick<FleetEntry, 'name'>, FleetEntry>, 'list'>;
  readonly store: ComputerStore;
  readonly computers: Computers;
  readonly sessions: SessionSource;
}

/** The part of the settings that the watcher needs; `contracts/settings/settings.ts` explains each. */
export interface ComputerSettings extends WatcherSettings {
  readonly computers: ComputerTerms & {
    readonly createsPerRun: number;
    readonly readsPerRun: number;
    readonly searchSessions: boolean;
  };
}

export type ComputersWork = JobWork<ComputerPorts>;
