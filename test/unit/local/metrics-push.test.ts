import { expect, test } from 'vitest';

import { metricsPusher, namesCollector } from '../../../local/metrics-push.ts';

test('metrics are pushed only where a variable of OpenTelemetry names a collector', () => {
  const named = [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: '' }, { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example' }];

  expect(named.map(namesCollector)).toEqual([false, false, true]);
  expect(namesCollector({ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'https://otlp.example/v1/metrics' })).toBe(true);
});

test('a collector that fails is tried again, and said once; so is that it takes metrics again', async () => {
  const said: string[] = [];
  const answers = [new Error('503'), new Error('503'), undefined, undefined];
  let pushed = 0;
  const push = metricsPusher({
    read: async () => Promise.resolve([]),
    push: async () => {
      const answer = answers.shift();
      if (answer !== undefined) {
        throw answer;
      }
      pushed += 1;
      return Promise.resolve();
    },
    say: (text) => said.push(text.trim().split('.')[0] ?? ''),
  });

  for (let run = 0; run < 4; run += 1) {
    await push();
  }

  expect(pushed).toBe(2);
  expect(said).toEqual([
    'The metrics could not be sent; that is tried every five minutes',
    'The metrics are sent again',
  ]);
});
