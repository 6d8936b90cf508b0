import type { RecordStore } from '../../kernel/records/ports.ts';
import type { NameKey } from '../../kernel/records/record-kind.ts';
import type { JobWork } from '../../kernel/runs/use-cases/job.ts';
import type { WatcherPorts, WatcherSettings } from '../../kernel/runs/use-cases/watcher-ports.ts';
import type { SessionSource } from '../../sessions/ports.ts';
import type { ComputerTerms } from '../decide-computer.ts';
import type { FleetEntry } from '../fleet-entry.ts';
import type { Computers, ComputerStore } from '../ports.ts';

export interface ComputerPorts extends WatcherPorts {
  readonly fleet: RecordStore<NameKey, FleetEntry>;
  readonly store: ComputerStore;
  readonly computers: Computers;
  readonly sessions: SessionSource;
}

/** The settings for this watcher; `contracts/settings/settings.ts` documents them. */
export interface ComputerSettings extends WatcherSettings {
  readonly computers: ComputerTerms & {
    readonly createsPerRun: number;
    readonly readsPerRun: number;
    readonly searchSessions: boolean;
  };
}

export type ComputersWork = JobWork<ComputerPorts>;
