import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { afterAll, beforeEach, expect, test } from 'vitest';
import { stringify } from 'yaml';

import { alarmRules } from '../../../shared/metrics/alarm-rules.ts';
import { grafanaDashboard } from '../../../shared/metrics/dashboard.ts';
import { prometheusName, type MetricFacts } from '../../../shared/metrics/metric.ts';
import { metrics, readMetrics } from '../../../shared/metrics/metrics.ts';
import { prometheusText, pushMetrics } from '../../../shared/metrics/platform.ts';

const root = join(import.meta.dirname, '..', '..', '..');

const facts: MetricFacts = {
  dataThrough: '2026-03-14',
  budgets: [
    {
      scope: 'team:"web"\n',
      window: 'month',
      amount: 1_000,
      topUps: 50,
      used: 700,
      left: 350,
      forecast: { mean: 990 },
      windowThrough: '2026-03-31',
    },
    {
      scope: 'org',
      window: 'month',
      amount: 'unlimited',
      topUps: null,
      used: 900,
      left: null,
      forecast: null,
      windowThrough: '2026-03-31',
    },
  ],
  pools: [{ scope: 'team:web', window: 'month', worstCase: null, promised: 'broken' }],
  people: [],
  stopped: [{}, {}],
  roster: { people: 9 },
  lastRuns: [{ job: 'enforce', startedAt: '2026-03-15T02:30:00.000Z', status: 'failed', cutOff: false }],
  late: [{ job: 'controls' }],
  held: [],
  alerts: [{ severity: 'high' }],
  undelivered: [{}],
};

function valuesOf(name: string) {
  const points = readMetrics(facts).find((each) => each.name === name)?.points ?? [];
  return points.map(({ value, labels }) => [value, ...Object.values(labels)]);
}

test('what is not known, not limited or not bounded has no value', () => {
  expect(valuesOf('curfew.budget.amount.credits')).toEqual([[1_050, 'team:"web"\n', 'month']]);
  expect(valuesOf('curfew.budget.remaining.credits')).toEqual([[350, 'team:"web"\n', 'month']]);
  expect(valuesOf('curfew.pool.potential.credits')).toEqual([]);
  expect(valuesOf('curfew.person.limit.credits')).toEqual([]);
});

test('windows and figures end with their last UTC day; jobs and alerts are all named, also where nothing is wrong', () => {
  expect(valuesOf('curfew.budget.reset.timestamp.seconds')[0]?.[0]).toBe(Date.parse('2026-04-01') / 1_000);
  expect(valuesOf('curfew.figures.through.timestamp.seconds')).toEqual([[Date.parse('2026-03-15') / 1_000]]);
  expect(valuesOf('curfew.job.failed')).toEqual([[1, 'enforce']]);
  expect(valuesOf('curfew.job.late')).toEqual([
    [0, 'enforce'],
    [1, 'controls'],
  ]);
  expect(valuesOf('curfew.alerts.open')).toEqual([
    [0, 'critical'],
    [1, 'high'],
    [0, 'medium'],
    [0, 'low'],
    [0, 'info'],
  ]);
});

test('the text of Prometheus has each series on one line, whatever a team is called', async () => {
  const text = await prometheusText(readMetrics(facts));

  expect(text).toContain(String.raw`curfew_budget_used_credits{scope="team:\"web\"\n",window="month"} 700`);
  expect(text.split('\n').filter((line) => !/^(?:# |curfew_\w+(?:\{.*\})? -?\d+(?:\.\d+)?$|$)/u.test(line))).toEqual(
    [],
  );
});

const received: { readonly headers: IncomingHttpHeaders; readonly path: string; readonly body: string }[] = [];
const answers: (readonly [status: number, headers: Readonly<Record<string, string>>])[] = [];
const collector = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    received.push({ headers: request.headers, path: request.url ?? '', body: Buffer.concat(parts).toString('utf8') });
    const [status, headers] = answers.shift() ?? [200, {}];
    response.writeHead(status, headers).end();
  });
});
const url = await new Promise<string>((resolve) => {
  collector.listen(0, '127.0.0.1', () => {
    resolve(`http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/metrics`);
  });
});

beforeEach(() => {
  received.length = 0;
  answers.length = 0;
});

afterAll(() => {
  collector.close();
});

test('a push is one request of OTLP, tried again after a 429, with the headers of the collector', async () => {
  answers.push([429, { 'retry-after': '0' }]);

  await pushMetrics(readMetrics(facts), { instance: 'prod/acme', url, headers: { authorization: 'Bearer t' } });

  expect(received).toHaveLength(2);
  expect(received[1]).toMatchObject({
    path: '/v1/metrics',
    headers: { authorization: 'Bearer t', 'content-type': 'application/x-protobuf' },
  });
  expect(received[1]?.body).toContain('prod/acme');
  expect(received[1]?.body).toContain('curfew.budget.used.credits');
});

test('a collector that refuses is named with what it answered', async () => {
  answers.push([401, {}]);

  const pushed = pushMetrics(readMetrics(facts), { instance: 'prod/acme', url });

  await expect(pushed).rejects.toThrow(/^The collector did not take the metrics: .*(?:401|Unauthorized)/u);
});

test('each metric ends in its unit, so that no collector gives it another name', () => {
  const suffixes: Readonly<Record<string, string>> = { s: '.seconds', '{credit}': '.credits' };
  const wrong = metrics.filter(({ name, unit }) => !name.endsWith(suffixes[unit] ?? ''));

  expect(wrong).toEqual([]);
  expect(metrics.map(({ unit }) => unit)).not.toContain('1');
});

test('the dashboard and the alarms to start with are made from the metrics', async () => {
  const file = (name: string) => join(root, 'examples', 'grafana', name);
  const notice = '# Alarms to start with: docs/metrics.md.\n';

  await expect(`${JSON.stringify(grafanaDashboard(metrics), null, 2)}\n`).toMatchFileSnapshot(
    file('curfew-dashboard.json'),
  );
  await expect(`${notice}${stringify(alarmRules(metrics), { lineWidth: 0 })}`).toMatchFileSnapshot(
    file('curfew-alarms.yml'),
  );
});

test('a table lists every metric', async () => {
  const rows = metrics.map(
    (metric) => `| \`${prometheusName(metric)}\` | ${metric.labels.join(', ')} | ${metric.help} |`,
  );
  const page = ['# Metrics', '', '| metric | labels | what it is |', '| --- | --- | --- |', ...rows, ''].join('\n');

  await expect(page).toMatchFileSnapshot(join(root, 'examples', 'grafana', 'metrics.md'));
});
