import { afterEach, expect, test, vi } from 'vitest';

import { createLogger, runMetricsOf } from '../../../../shared/kernel/runtime/logger.ts';
import { captureLog } from './captured-log.ts';

afterEach(() => vi.unstubAllEnvs());

const now = new Date('2026-03-02T02:31:00Z');
const ended = { runId: 'enforce-1', status: 'complete', dataThrough: '2026-03-01', capsChanged: 7, capsFailed: 0 };

test('the line that says how a run ended is its metrics', () => {
  const fields = runMetricsOf(ended, 'a-function', now);

  expect(fields).toEqual({
    FunctionName: 'a-function',
    runs: 1,
    runsDone: 1,
    dataAgeDays: 1,
    _aws: {
      Timestamp: now.getTime(),
      CloudWatchMetrics: [
        {
          Namespace: 'Curfew',
          Dimensions: [['FunctionName']],
          Metrics: [{ Name: 'runsDone' }, { Name: 'dataAgeDays' }, { Name: 'capsChanged' }, { Name: 'capsFailed' }],
        },
        { Namespace: 'Curfew', Dimensions: [['FunctionName', 'status']], Metrics: [{ Name: 'runs' }] },
      ],
    },
  });
});

test('every metric that is announced is a number on the line', () => {
  const line: Readonly<Record<string, unknown>> = { ...ended, ...runMetricsOf(ended, 'a-function', now) };

  for (const name of ['runs', 'runsDone', 'dataAgeDays', 'capsChanged', 'capsFailed']) {
    expect(line[name]).toBeTypeOf('number');
  }
});

test('a run that failed is not done', () => {
  expect(runMetricsOf({ ...ended, status: 'failed' }, 'a-function', now)).toMatchObject({ runs: 1, runsDone: 0 });
});

test('what an earlier run did is not counted again, but the function is alive', () => {
  const fields = runMetricsOf({ ...ended, isRepeat: true }, 'a-function', now);

  expect(fields).toMatchObject({ runsDone: 1 });
  expect(JSON.stringify(fields)).not.toContain('capsChanged');
});

test.each([{ runId: 'enforce-1' }, { status: 'complete' }, { runId: 'enforce-1', endpoint: 'set-user-limits' }])(
  'a line that ends no run has no metrics: %o',
  (line) => {
    expect(runMetricsOf(line, 'a-function', now)).toEqual({});
  },
);

test('a logger outside a function writes no metrics', () => {
  vi.stubEnv('CURFEW_METRICS', 'all');
  const log = captureLog();

  createLogger('enforce-budgets').info('run ended', ended);

  expect(log.text()).not.toContain('_aws');
});

test.each([
  ['all', true],
  ['few', false],
  [undefined, false],
])('with metrics: %s, the line that ends a run is its metrics: %s', (metrics, areMetrics) => {
  vi.stubEnv('CURFEW_METRICS', metrics);
  const log = captureLog();
  const logger = createLogger('enforce-budgets');
  // The rest of the context is read by nobody here.
  logger.addContext({ functionName: 'a-function' } as unknown as Parameters<typeof logger.addContext>[0]);

  logger.info('run ended', ended);

  expect(log.text().includes('_aws')).toBe(areMetrics);
  expect(log.text()).toContain('"runId"');
});
