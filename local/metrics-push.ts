import { Cron } from 'croner';

import type { MetricReading } from '../shared/metrics/metric.ts';
import { describeFailure } from './texts/describe-failure.ts';

/** Late, once: most installations are not scraped and push nothing, and what writes metrics is large. */
export const loadMetricsFormat = async () => import('../shared/metrics/platform.ts');

interface MetricsPush {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly read: () => Promise<readonly MetricReading[]>;
  /** Default: the OpenTelemetry SDK, which takes address and headers from the environment. */
  readonly push?: (metrics: readonly MetricReading[]) => Promise<void>;
  readonly say: (text: string) => void;
}

/** The variables of OpenTelemetry that name a collector of metrics. */
const addresses = ['OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const;

/** Whether the environment names a collector: without one nothing is sent. */
export function namesCollector(env: MetricsPush['env']): boolean {
  return addresses.some((name) => (env[name] ?? '') !== '');
}

/** Sends the metrics once. Says when that begins to fail, and when it works again; never rejects. */
export function metricsPusher({ read, push = toCollector, say }: Omit<MetricsPush, 'env'>): () => Promise<void> {
  let isFailing = false;
  return async () => {
    try {
      await push(await read());
      if (isFailing) {
        say('\nThe metrics are sent again.');
      }
      isFailing = false;
    } catch (error) {
      if (!isFailing) {
        say(`\nThe metrics could not be sent; that is tried every five minutes. ${describeFailure(error)}`);
      }
      isFailing = true;
    }
  };
}

/** Sends the metrics every five minutes, where the environment names a collector. */
export function startMetricsPush({ env, ...parts }: MetricsPush): { stop(): void } {
  const timer = namesCollector(env) ? new Cron('*/5 * * * *', { protect: true }, metricsPusher(parts)) : undefined;
  return { stop: () => timer?.stop() };
}

async function toCollector(metrics: readonly MetricReading[]): Promise<void> {
  const { pushMetrics } = await loadMetricsFormat();
  await pushMetrics(metrics, { instance: 'machine' });
}
