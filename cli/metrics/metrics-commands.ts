import type { Command } from 'commander';

import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';

const metricsHelp = `
On one machine Prometheus reads /metrics with the token in metrics.token of the state folder.
--push sends them once, by OTLP over HTTP, to the collector that the variables of
OpenTelemetry name: OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS.
${examples('metrics', 'metrics --push', 'metrics --json')}`;

export function addMetricsCommand(program: Command, { run }: CommandHost): void {
  program
    .command('metrics')
    .description('figures for Prometheus, or for a collector of OpenTelemetry')
    .option('--push', 'send them to a collector')
    .addHelpText('after', metricsHelp)
    .action(async ({ push = false }: { readonly push?: boolean }) =>
      run(async (context) => (await import('./metrics.ts')).showMetrics(context, push)),
    );
}
