import { isDay, type Day } from '../../shared/domain/time/day.ts';
import { momentMs } from '../../shared/contracts/admin-api/fields/moment.ts';
import { quotedValue } from '../../shared/contracts/quoted-value.ts';
import type { CliIo } from './cli-io.ts';
import { wrongUsage } from './command-error.ts';

export interface AsOfOptions {
  readonly at?: string;
}

/** Unix milliseconds of `--at`; now when it is not given. */
export function momentOf({ io }: { readonly io: Pick<CliIo, 'now'> }, { at }: AsOfOptions): number {
  return at === undefined ? io.now() : parseMoment(at);
}

/** `--at` for the API; nothing when it is not given. Raises CommandError for what is no moment. */
export function atOf({ at }: AsOfOptions): { readonly at?: string } {
  return at === undefined ? {} : { at: new Date(parseMoment(at)).toISOString() };
}

/** Reads an option that is a day; raises CommandError for anything else. */
export function dayIn(option: string, text: string): Day {
  if (!isDay(text)) {
    throw wrongUsage(`${option} ${quotedValue(text)} is not a day; give one such as 2026-03-15`);
  }
  return text;
}

/**
 * Reads `--at`: an ISO instant, or a day, which stands for 02:30 UTC of it. Gives Unix milliseconds; raises CommandError
 * for anything else.
 */
export function parseMoment(text: string): number {
  const atMs = momentMs(text);
  if (atMs === undefined) {
    throw wrongUsage(
      `--at ${quotedValue(text)} is not a moment; give an instant such as 2026-03-15T02:30:00Z, or a day such as 2026-03-15 for 02:30 UTC of it`,
    );
  }
  return atMs;
}
