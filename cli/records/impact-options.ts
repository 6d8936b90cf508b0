import type { Command } from 'commander';
import { asOfHelp } from '../frame/command-help.ts';
import type { AsOfOptions } from '../frame/moment.ts';

/** How an edit is to be shown before it is made. */
export interface ImpactOptions extends AsOfOptions {
  /** Nobody is asked. */
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
