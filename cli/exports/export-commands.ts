import { Argument, Option, type Command } from 'commander';

import { exportFormats, exportKinds, type ExportKind } from '../../shared/exports/export-kinds.ts';
import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import type { ExportOptions } from './export.ts';

const exportHelp = `
Usage has a row for each person and day: team of that day, model where it is known, credits,
and money where money.prices has a price. Its rows add up to the ledger. Days are the last
whole month unless given; budgets, limits and alerts are as they are now.
An object of S3 is written with your rights in AWS.
focus is the FinOps Open Cost and Usage Specification 1.2 as CSV, focus-parquet the same as
Parquet, for usage alone.
${examples('export usage --from 2026-03-01 --to 2026-03-31 --out march.csv', 'export usage --format focus --out s3://figures/focus.csv', 'export journal --from 2026-03-01 --format json')}`;

export function addExportCommand(program: Command, { run }: CommandHost): void {
  program
    .command('export')
    .description(
      'figures for other tools: usage, budgets, limits, alerts or the journal as CSV, JSON, Parquet or FOCUS',
    )
    .addArgument(new Argument('<what>', 'what is exported').choices(exportKinds))
    .option('--from <day>', 'first day (UTC), of usage and journal')
    .option('--to <day>', 'last day, yesterday at the latest')
    .addOption(new Option('--format <name>', 'csv unless given').choices(exportFormats))
    .option('--out <place>', 'a file or s3://BUCKET/KEY, written as a whole or not at all; - is standard output')
    .addHelpText('after', exportHelp)
    .action(async (what: ExportKind, options: ExportOptions) =>
      run(async (context) => (await import('./export.ts')).exportFigures(context, what, options)),
    );
}
