import type { PortNeeds } from '../kernel/runs/ports.ts';
import type { Day } from '../kernel/time/day.ts';
import type { Approval, ComputerRecord, ReadComputer } from './computer-record.ts';
import type { FleetEntry } from './fleet-entry.ts';
import type { SeenComputer, StepWords } from './seen-computer.ts';

/** The result of a write. `unknown`: it may have taken effect. */
export type ComputerWrite =
  | { readonly kind: 'done'; readonly computer: SeenComputer }
  | { readonly kind: 'failed'; readonly problem: string }
  | { readonly kind: 'unknown'; readonly problem: string };

/**
 * The organization's computers. The platform serves them by name only: no list, and no name by id. Every method throws
 * PlatformRefusedError when the key is refused.
 */
export interface Computers {
  /** By name. An unreadable computer is `failed`, not absent. */
  find(name: string): Promise<ReadComputer>;
  create(name: string, entry: FleetEntry): Promise<ComputerWrite>;
  retryInstall(computerId: string): Promise<ComputerWrite>;
}

// A read changes nothing, and hundreds of reads renew the lease between them.
export const computersNeeds: PortNeeds<Computers> = { find: 'free', create: 'call', retryInstall: 'call' };

export interface FleetFacts {
  readonly words: StepWords;
  readonly searchedOn?: Day;
  /** When a run last read every listed computer; ISO. An unchanged computer's record is older. */
  readonly wholeAt?: string;
}

export interface ComputerStore {
  read(): Promise<{
    readonly records: readonly ComputerRecord[];
    readonly approvals: readonly Approval[];
    readonly facts: FleetFacts;
  }>;
  /** Replaces records; names must be unique. */
  put(records: readonly ComputerRecord[]): Promise<void>;
  putFacts(facts: FleetFacts): Promise<void>;
  forget(names: readonly string[]): Promise<void>;
  /** Stores approvals; a new one for the same computer replaces the old. */
  approve(approvals: readonly Approval[]): Promise<void>;
}

export const computerStoreNeeds: PortNeeds<ComputerStore> = {
  read: 'free',
  put: 'write',
  putFacts: 'write',
  forget: 'write',
  approve: 'write',
};

export const computerGrants = {
  computers: { computers: ['DeleteItem', 'PutItem', 'Scan'] },
  'computers.read': { computers: ['Scan'] },
} as const;
