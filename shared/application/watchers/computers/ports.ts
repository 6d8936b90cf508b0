import type { Approval, ComputerRecord, ReadComputer } from '../../../domain/computers/computer-record.ts';
import type { ComputerTerms } from '../../../domain/computers/decide-computer.ts';
import type { FleetEntry } from '../../../domain/computers/fleet-entry.ts';
import type { SeenComputer, StepWords } from '../../../domain/computers/seen-computer.ts';
import type { Day } from '../../../domain/time/day.ts';
import type { RecordStore } from '../../edits/ports.ts';
import type { JobWork } from '../../runs/job.ts';
import type { PortNeeds } from '../../runs/leased-ports.ts';
import type { SessionSource } from '../sessions/ports.ts';
import type { WatcherPorts, WatcherSettings } from '../watcher-ports.ts';

/** What came of a request that changes something. `unknown`: it may have been carried out. */
export type Written =
  | { readonly kind: 'done'; readonly computer: SeenComputer }
  | { readonly kind: 'failed'; readonly problem: string }
  | { readonly kind: 'unknown'; readonly problem: string };

/**
 * The computers of the organization. The platform shows them by name alone: there is no list, and no way from an id to
 * a name. All raise PlatformRefusedError where the key is refused.
 */
export interface Computers {
  /** A computer by its name. What cannot be read is no absence; it is `failed`. */
  find(name: string): Promise<ReadComputer>;
  create(name: string, entry: FleetEntry): Promise<Written>;
  /** Has the dependencies installed again. */
  retryInstall(computerId: string): Promise<Written>;
}

// A reading changes nothing, and hundreds of them renew the lease between them.
export const computersNeeds: PortNeeds<Computers> = { find: 'free', create: 'call', retryInstall: 'call' };

/** What is known beside the single computers. */
export interface FleetFacts {
  readonly words: StepWords;
  /** The last day on which sessions were searched for computers that are not on the list. */
  readonly searchedOn?: Day;
  /** When a run last read every computer of the list; ISO. A record whose computer did not change since is older. */
  readonly wholeAt?: string;
}

/** What is known of the computers of the list. */
export interface ComputerStore {
  read(): Promise<{
    readonly records: readonly ComputerRecord[];
    readonly approvals: readonly Approval[];
    readonly facts: FleetFacts;
  }>;
  /** Replaces records. None is there twice. */
  put(records: readonly ComputerRecord[]): Promise<void>;
  putFacts(facts: FleetFacts): Promise<void>;
  /** Forgets computers that are on the list no more. */
  forget(names: readonly string[]): Promise<void>;
  /** Notes what somebody wants done; another approval for the same computer takes its place. */
  approve(approvals: readonly Approval[]): Promise<void>;
}

export const computerStoreNeeds: PortNeeds<ComputerStore> = {
  read: 'free',
  put: 'write',
  putFacts: 'write',
  forget: 'write',
  approve: 'write',
};

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
