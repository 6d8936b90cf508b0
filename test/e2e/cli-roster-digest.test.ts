import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { WatcherRunDocument } from '../../shared/kernel/runs/contract/run-documents.ts';
import { grouped } from '../../shared/kernel/texts/amounts.ts';
import { dayAndMonth } from '../../shared/kernel/time/day.ts';
import { Tokens, useEmulator } from '../support/emulator.ts';
import { useInstallation } from '../support/installation.ts';

const emulator = useEmulator({ users: 30, today: '2026-03-16' });
const { curfew, fileOf } = useInstallation({ env: () => emulator.env }, 'file');

const Member = z.looseObject({
  id: z.string(),
  email: z.string(),
  metadata: z.looseObject({ team: z.string().optional() }).optional(),
});

async function nightAt(moment: string) {
  await emulator.tell('/__sim/clock', { now: moment });
  await curfew('run', 'enforce', '--at', moment, '--json');
}

async function run(job: 'roster' | 'digest', at: string, ...options: readonly string[]) {
  await emulator.tell('/__sim/clock', { now: at });
  return (await curfew('run', job, '--at', at, ...options, '--json')).read(WatcherRunDocument);
}

beforeAll(async () => {
  fileOf('state/settings.yaml', 'admins: [finops@acme.example]\n');
  const rules = {
    teams: [{ team: 'platform', members: ['metadata.team=platform'] }],
    budgets: [
      { scope: 'org', window: 'month', amount: '66M' },
      { scope: 'team:platform', window: 'month', amount: '20M', owners: ['lead@acme.example'] },
    ],
  };
  await curfew(
    'budgets',
    'import',
    fileOf('rules.yaml', JSON.stringify(rules)),
    '--yes',
    '--at',
    '2026-03-16T02:00:00Z',
  );
  await nightAt('2026-03-16T02:30:00Z');
  await run('roster', '2026-03-16T06:45:00Z');
}, 60_000);

test('the figures of the digest are those of the platform’s API to the credit, by team, by model and by day', async () => {
  const { data } = await emulator.read('/api/v1/analytics/tokens?startDate=2026-03-09&endDate=2026-03-15', Tokens);
  const { items } = await emulator.readAll('/api/v0/organization/users', { field: 'users', item: Member });
  const team = new Set(items.filter(({ metadata }) => metadata?.team === 'platform').map(({ id }) => id));
  const sum = (credits: readonly number[]) => credits.reduce((total, each) => total + each, 0);
  const total = sum(data.map(({ billable_tokens: credits }) => credits));
  const ofTeam = sum(
    data.flatMap(({ by_user: rows }) =>
      rows.filter(({ user_id: id }) => team.has(id)).map((row) => row.billable_tokens),
    ),
  );
  const models = Map.groupBy(
    data.flatMap((day) => day.by_model),
    ({ model_id: model }) => model,
  );

  const { pages = [] } = await run('digest', '2026-03-16T07:00:00Z', '--dry-run');
  const [organization, platform] = pages;

  expect(pages.map(({ scope, recipients }) => `${scope} ${recipients.join()}`)).toEqual([
    'org finops@acme.example',
    'team:platform lead@acme.example',
  ]);
  expect(organization?.text).toContain(`This week: ${grouped(total)}\n`);
  expect(organization?.text).toContain(
    `Teams ${grouped(ofTeam)} + in no team ${grouped(total - ofTeam)} = ${grouped(total)} credits`,
  );
  expect(platform?.subject).toContain(`team platform, ${grouped(ofTeam)} credits`);
  for (const [model, rows] of models) {
    expect(organization?.text).toContain(`${model}: ${grouped(sum(rows.map((row) => row.billable_tokens)))} before`);
  }
  for (const { date, billable_tokens: credits } of data) {
    expect(organization?.text).toContain(` ${dayAndMonth(date)}: ${grouped(credits)} before`);
  }
});

test('what the platform leaves out is said to be left out, and a server is one under any spelling', async () => {
  await emulator.tell('/__sim/faults', {
    match: { path: '/api/v1/analytics/activity' },
    fault: 'missing-fields',
    fields: ['sessions'],
    times: 1,
  });
  await emulator.tell('/__sim/faults', {
    match: { path: '/api/v1/analytics/productivity' },
    fault: 'status',
    code: 403,
    times: 2,
  });

  const { status, problems, pages = [] } = await run('digest', '2026-03-16T07:00:00Z', '--dry-run');
  const text = pages[0]?.text ?? '';

  expect([status, problems.length]).toEqual(['partial', 1]);
  expect(text).toMatch(/Work: [\d,]+ messages of people .*; of “sessions” .*not say/u);
  expect(text).toMatch(/What came of it\n=+\nThis week: .*not say/u);
  expect(text.match(/github/giu)).toHaveLength(1);
});

test('a digest goes out once a week', async () => {
  const first = await run('digest', '2026-03-16T07:00:00Z');
  const again = await run('digest', '2026-03-16T09:00:00Z');

  expect([first.alerts, again.alerts]).toEqual([2, 0]);
  expect(again.findings).toEqual([]);
});

test('who joined, who left and who imitates another is found after the next night, once', async () => {
  const { items } = await emulator.readAll('/api/v0/organization/users', { field: 'users', item: Member });
  const [known, leaver] = items;
  const imitated = known?.email.replace(/[aeo]/u, (letter) => ({ a: 'а', e: 'е', o: 'о' })[letter] ?? letter) ?? '';
  await emulator.tell('/__sim/users', { email: 'newcomer@acme.example' });
  await emulator.tell('/__sim/users', { email: imitated });
  await emulator.call('DELETE', `/__sim/users?email=${encodeURIComponent(leaver?.email ?? '')}`);
  await nightAt('2026-03-17T02:30:00Z');

  const first = await run('roster', '2026-03-17T06:45:00Z');
  const again = await run('roster', '2026-03-17T07:45:00Z');
  const found = first.findings.map(({ kind, subject }) => `${kind} ${subject}`);

  expect(found).toEqual(
    expect.arrayContaining(['joined newcomer@acme.example', `joined ${imitated}`, `left ${leaver?.email}`]),
  );
  expect(first.findings.find(({ kind }) => kind === 'twins')).toMatchObject({ severity: 'high' });
  expect(first.findings.find(({ subject }) => subject.startsWith('newcomer'))?.detail).toContain('a limit of');
  expect(first.alerts).toBe(1);
  expect(again.findings.filter(({ kind }) => kind === 'joined' || kind === 'left')).toEqual([]);
  expect(again.alerts).toBe(0);
});
