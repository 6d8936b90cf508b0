import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, MetricReader, type ResourceMetrics } from '@opentelemetry/sdk-metrics';

import type { MetricReading } from './metric.ts';

/** A collector did not take the metrics. The message says what it answered. */
export class MetricsRefusedError extends Error {
  override readonly name = 'MetricsRefusedError';
}

/** A label may be a person; without this, the rest of 2,000 would become one series. */
const seriesMax = 1_000_000;

class OneReading extends MetricReader {
  protected override async onForceFlush(): Promise<void> {
    return Promise.resolve();
  }

  protected override async onShutdown(): Promise<void> {
    return Promise.resolve();
  }
}

/** The metrics as the SDK of OpenTelemetry has them; `instance`: whose they are, such as `prod/acme`. */
async function measured(readings: readonly MetricReading[], instance: string): Promise<ResourceMetrics> {
  const reader = new OneReading({ cardinalitySelector: () => seriesMax });
  const resource = resourceFromAttributes({ 'service.name': 'curfew', 'service.instance.id': instance });
  const provider = new MeterProvider({ readers: [reader], resource });
  const meter = provider.getMeter('curfew');
  for (const { name, unit, help, points } of readings) {
    meter.createObservableGauge(name, { unit, description: help }).addCallback((result) => {
      points.forEach(({ value, labels }) => result.observe(value, labels));
    });
  }
  const { resourceMetrics } = await reader.collect();
  await provider.shutdown();
  return resourceMetrics;
}

/** The text format of Prometheus, version 0.0.4. */
export async function prometheusText(readings: readonly MetricReading[]): Promise<string> {
  return new PrometheusSerializer('', false, undefined, true, true).serialize(await measured(readings, 'curfew'));
}

/** Sends the metrics once by OTLP over HTTP, with the retries of OpenTelemetry. Raises MetricsRefusedError. */
export async function pushMetrics(
  readings: readonly MetricReading[],
  {
    instance,
    url,
    headers,
  }: {
    /** Whose metrics they are, such as `prod/acme`. */
    readonly instance: string;
    /** The whole address, with `/v1/metrics`. What is left out is that of OTEL_EXPORTER_OTLP_ENDPOINT and its neighbours. */
    readonly url?: string;
    readonly headers?: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const exporter = new OTLPMetricExporter({ ...(url !== undefined && { url }), headers: { ...headers } });
  const collected = await measured(readings, instance);
  try {
    await new Promise<void>((resolve, reject) => {
      exporter.export(collected, ({ error, code }) => {
        if (code === 0) {
          resolve();
        } else {
          reject(
            new MetricsRefusedError(`The collector did not take the metrics: ${error?.message ?? 'no reason'}`, {
              cause: error,
            }),
          );
        }
      });
    });
  } finally {
    await exporter.shutdown();
  }
}
