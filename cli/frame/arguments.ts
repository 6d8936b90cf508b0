import type { Command } from 'commander';

import { parseScope, scopeRemedy, type Scope } from '../../shared/budgets/scope.ts';
import { windowKinds, windowRemedy, type WindowKind } from '../../shared/budgets/window.ts';
import { momentMs } from '../../shared/kernel/contract/fields/moment.ts';
import { quotedValue } from '../../shared/kernel/records/contract/fields/quoted-value.ts';
import { aheadOfClock } from '../../shared/kernel/runs/run-id.ts';
import { type Day, dayRemedy, isDay } from '../../shared/kernel/time/day.ts';
import type { CliIo } from './cli-io.ts';
import { wrongUsage } from './command-error.ts';
import { asOfHelp } from './command-help.ts';

export interface AsOfOptions {
  readonly at?: string;
}

/** Unix milliseconds as of which a run is made: `--at`, or now. Raises CommandError for what is no moment, or is ahead. */
export function momentOf({ io }: { readonly io: CliIo }, { at }: AsOfOptions): number {
  const nowMs = io.now();
  const atMs = at === undefined ? nowMs : parseMoment(at);
  const ahead = aheadOfClock(atMs, nowMs, 0);
  if (ahead !== undefined) {
    throw wrongUsage(`--at ${ahead}; leave --at out for now`);
  }
  return atMs;
}

/** `--at` for the API; nothing when it is not given. Raises CommandError for what is no moment. */
export function atOf({ at }: AsOfOptions): { readonly at?: string } {
  return at === undefined ? {} : { at: new Date(parseMoment(at)).toISOString() };
}

/** Reads an option that is a day; raises CommandError for anything else. */
export function dayIn(option: string, text: string): Day {
  if (!isDay(text)) {
    throw wrongUsage(`${option} ${quotedValue(text)} is not a day; ${dayRemedy(text)}`);
  }
  return text;
}

/** Reads `--at`: an ISO instant, or a day: its 02:30 UTC. Gives Unix milliseconds; else raises CommandError. */
export function parseMoment(text: string): number {
  const atMs = momentMs(text);
  if (atMs === undefined) {
    throw wrongUsage(
      `--at ${quotedValue(text)} is not a moment; give an instant such as 2026-03-15T02:30:00Z, or a day such as 2026-03-15 for 02:30 UTC of it`,
    );
  }
  return atMs;
}

/** Reads the SCOPE argument; raises CommandError for what is none. */
export function parseScopeArgument(text: string): Scope {
  const scope = parseScope(text);
  if (scope === undefined) {
    throw wrongUsage(`${quotedValue(text)} is no scope; ${scopeRemedy(text)}`);
  }
  return scope;
}

/** Reads the WINDOW argument; raises CommandError for what is none. */
export function parseWindowArgument(text: string): WindowKind {
  const window = windowKinds.find((kind) => kind === text);
  if (window === undefined) {
    throw wrongUsage(`${quotedValue(text)} is no window; ${windowRemedy(text)}`);
  }
  return window;
}

/** How an edit is to be shown before it is made. */
export interface ImpactOptions extends AsOfOptions {
  /** Skips questions. */
  readonly yes?: boolean;
  /** The impact is shown, and nothing is changed. */
  readonly dryRun?: boolean;
}

/** Adds the options that every edit has. */
export function addImpactOptions(command: Command): Command {
  return command
    .option('--dry-run', 'show the impact, and change nothing')
    .option('--yes', 'do it without asking')
    .option('--at <time>', `the impact ${asOfHelp}`);
}

/** The same options among all that were given to a command. */
export function impactOptionsOf({ options }: { readonly options: Readonly<Record<string, unknown>> }): ImpactOptions {
  const { yes, dryRun, at } = options;
  return { yes: yes === true, dryRun: dryRun === true, ...(typeof at === 'string' && { at }) };
}
