import { MetricsRefusedError, prometheusText, pushMetrics } from '../../shared/metrics/platform.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { withApi } from '../frame/connection/with-api.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';

/** `metrics`: prints them, or sends them to a collector. */
export async function showMetrics(context: CommandContext, isPushed: boolean): Promise<ExitCode> {
  const { metrics } = await withApi(context, async (api) => (await api.read('showMetrics', {})).document);
  const { chosen, io } = context;
  const points = metrics.reduce((sum, each) => sum + each.points.length, 0);
  if (isPushed) {
    try {
      await pushMetrics(metrics, {
        instance: chosen.kind === 'machine' ? 'machine' : `${chosen.stage}/${chosen.organization}`,
      });
    } catch (error) {
      throw error instanceof MetricsRefusedError ? new CommandError(error.message) : error;
    }
    context.print({ json: { metrics, pushed: points }, text: `${points} values were sent.` });
  } else if (context.options.json === true) {
    context.print({ json: { metrics }, text: '' });
  } else {
    io.writeOut(await prometheusText(metrics));
  }
  return exitCodes.done;
}
