import { vi } from 'vitest';

import { metricsVariable } from '../../../../shared/kernel/runs/contract/run-metrics.ts';

/** Catches what is logged from now on; vitest puts the streams back after each test. */
export function captureLog() {
  const lines: string[] = [];
  const collect = (chunk: string | Uint8Array): boolean => {
    lines.push(String(chunk));
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(collect);
  vi.spyOn(process.stderr, 'write').mockImplementation(collect);
  return {
    text: () => lines.join(''),
    entries: () => lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>),
  };
}

/** As a function of a deployment logs that asks for all metrics. */
export function captureMetrics() {
  vi.stubEnv(metricsVariable, 'all');
  return captureLog();
}
