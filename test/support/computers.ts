import type { ComputerRecord } from '../../shared/computers/computer-record.ts';
import type { ComputerTerms, DecidedWith } from '../../shared/computers/decide-computer.ts';
import type { StoredFleetEntry } from '../../shared/computers/fleet-entry.ts';
import type { SeenComputer, SeenStep } from '../../shared/computers/seen-computer.ts';

export const noon = '2026-03-15T12:00:00.000Z';
export const noonMs = Date.parse(noon);
const minuteMs = 60_000;

export function anEntry(entry: Partial<StoredFleetEntry> = {}): StoredFleetEntry {
  const stamp = { version: 1, updatedBy: 'ann', updatedAt: '2026-03-01T00:00:00.000Z' };
  return { name: 'builder', repositories: [], installDeps: true, ...stamp, ...entry };
}

export function aComputer(computer: Partial<SeenComputer> = {}): SeenComputer {
  return {
    id: 'c-1',
    name: 'builder',
    provider: 'e2b',
    createdAtMs: noonMs - 10 * minuteMs,
    status: 'active',
    ...computer,
  };
}

/** A step of the installation of dependencies that failed, so many minutes before noon. */
export function aFailedInstall(minutesAgo = 5, step: Partial<SeenStep> = {}): SeenStep {
  const completedAtMs = noonMs - minutesAgo * minuteMs;
  const times = { startedAtMs: completedAtMs - minuteMs, completedAtMs };
  return { id: 's-3', name: 'install-deps', word: 'failed', error: 'exit code 1', ...times, ...step };
}

export function aRecord(record: Partial<ComputerRecord> = {}): ComputerRecord {
  return { name: 'builder', readAt: noon, attempts: [], ...record };
}

export const computerTerms: ComputerTerms = {
  actions: 'act',
  hangsAfterMinutes: 60,
  createAttempts: 3,
  installRetries: 3,
  retryAfterMinutes: 30,
};

export function decidedWith(known: Partial<DecidedWith> = {}): DecidedWith {
  return { at: noon, terms: computerTerms, words: {}, approvals: new Map(), ...known };
}

export function minutesFrom(at: string, minutes: number): string {
  return new Date(Date.parse(at) + minutes * minuteMs).toISOString();
}
