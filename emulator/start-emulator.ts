import { newWorld } from './api/new-world.ts';
import { platformServer } from './api/server.ts';
import { dayOfDate, HISTORY_DAYS_MAX, HISTORY_START_DAY } from './state/clock.ts';
import { exactFigures } from './state/sessions/credit-meter.ts';
import { stateFile, unsavedSlices } from './state/state-file.ts';

export interface EmulatorOptions {
  /** 0: any free port. */
  readonly port: number;
  /** Initial roster size: 1 to 100,000. */
  readonly users: number;
  readonly seed: number;
  /** YYYY-MM-DD: the clock stands at that day's 00:00 UTC until moved. Absent: it runs. */
  readonly today?: string | undefined;
  readonly latencyMs?: number | undefined;
  readonly rateLimitPerSecond?: number | undefined;
  readonly empty?: boolean | undefined;
  /** Day of the month (1 to 31) on which the platform window begins; default 1. */
  readonly windowAnchorDay?: number | undefined;
  /** The share of credits that sessions show, 0 to 1; default 1. */
  readonly sessionCoverage?: number | undefined;
  /** `serviceCredits` per credit in sessions; default 1. */
  readonly sessionCreditScale?: number | undefined;
  /** Delay in minutes until sessions show use; default 0. */
  readonly sessionLagMinutes?: number | undefined;
  readonly stateFile?: string | undefined;
}

export interface RunningEmulator {
  /** Base address without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

export class EmulatorOptionError extends Error {
  override readonly name = 'EmulatorOptionError';
}

const USERS_MAX = 100_000;
const HOST = '127.0.0.1';

/**
 * Starts the platform emulator in this process. Throws EmulatorOptionError for an invalid option, StateFileError for an
 * unsuitable state file, and the system's error (code EADDRINUSE) for a used port.
 */
export async function startEmulator(options: EmulatorOptions): Promise<RunningEmulator> {
  checkBounds(options);
  const { users, seed, empty = false, windowAnchorDay = 1, latencyMs = 0, rateLimitPerSecond } = options;
  const saved =
    options.stateFile === undefined ? unsavedSlices() : stateFile(options.stateFile, { seed, users, empty });
  const today = dayNumberOf(options.today);
  const sessionFigures = {
    coverage: options.sessionCoverage ?? exactFigures.coverage,
    creditScale: options.sessionCreditScale ?? exactFigures.creditScale,
    lagMinutes: options.sessionLagMinutes ?? exactFigures.lagMinutes,
  };
  const world = newWorld({ users, seed, empty, windowAnchorDay, today, sessionFigures }, saved);
  const server = platformServer(world, { latencyMs, rateLimitPerSecond });
  const url = await server.listen({ host: HOST, port: options.port });
  return {
    url,
    async close() {
      await server.close();
      saved.flush();
    },
  };
}

function checkBounds(options: EmulatorOptions): void {
  checkInteger('users', options.users, [1, USERS_MAX]);
  checkInteger('seed', options.seed, [0, Number.MAX_SAFE_INTEGER]);
  checkInteger('port', options.port, [0, 65_535]);
  checkInteger('windowAnchorDay', options.windowAnchorDay, [1, 31]);
  checkInteger('latencyMs', options.latencyMs, [0, 600_000]);
  checkInteger('rateLimitPerSecond', options.rateLimitPerSecond, [1, 1_000_000]);
  checkInteger('sessionLagMinutes', options.sessionLagMinutes, [0, 10_080]);
  checkNumber('sessionCoverage', options.sessionCoverage, [0, 1]);
  checkNumber('sessionCreditScale', options.sessionCreditScale, [0.000_001, 1_000_000]);
}

function checkNumber(name: string, value: number | undefined, [min, max]: readonly [number, number]): void {
  // NaN fails both comparisons.
  if (value !== undefined && !(value >= min && value <= max)) {
    throw new EmulatorOptionError(`${name} must be a number from ${min} to ${max}`);
  }
}

function checkInteger(name: string, value: number | undefined, [min, max]: readonly [number, number]): void {
  if (value !== undefined && (!Number.isInteger(value) || value < min || value > max)) {
    throw new EmulatorOptionError(`${name} must be an integer from ${min} to ${max}`);
  }
}

function dayNumberOf(today: string | undefined): number | undefined {
  if (today === undefined) {
    return undefined;
  }
  const dayNumber = dayOfDate(today);
  if (dayNumber === undefined || dayNumber < HISTORY_START_DAY || dayNumber >= HISTORY_START_DAY + HISTORY_DAYS_MAX) {
    throw new EmulatorOptionError('today must be a date YYYY-MM-DD from 2026-01-14 on');
  }
  return dayNumber;
}
