import { DeleteCommand, PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';

import { sealedConnections } from '../../shared/channels/aws.ts';
import { channelSender } from '../../shared/channels/platform/channel-sender.ts';
import type { Post } from '../../shared/channels/platform/post.ts';
import { watchComputers } from '../../shared/computers/use-cases/watch-computers.ts';
import { diffControls } from '../../shared/control-diff/diff-controls.ts';
import type { WatchPorts } from '../../shared/controls/use-cases/watch-work.ts';
import { sendDigest } from '../../shared/digest/use-cases/send-digest.ts';
import type { EnforcementRun } from '../../shared/enforcement/use-cases/enforce-budgets.ts';
import { noAnchoring } from '../../shared/evidence/aws/aws-anchoring.ts';
import { ExportRefusedError } from '../../shared/exports/export-refused.ts';
import type { JobName } from '../../shared/jobs.ts';
import { dynamoJournal } from '../../shared/journal/store/dynamo-journal.ts';
import { sealer } from '../../shared/kernel/aws/sealer.ts';
import type { TableNames } from '../../shared/kernel/contract/tables.ts';
import { createPlatformClient, type PlatformClient } from '../../shared/kernel/platform/platform-client.ts';
import { watchEdits } from '../../shared/kernel/records/use-cases/watch-edits.ts';
import { runIdOf } from '../../shared/kernel/runs/run-id.ts';
import { dynamoLeaseStore } from '../../shared/kernel/runs/store/dynamo-lease-store.ts';
import { immediateSteps } from '../../shared/kernel/runs/store/immediate-steps.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import type { Day } from '../../shared/kernel/time/day.ts';
import type { LiveState } from '../../shared/live/live-state.ts';
import { job as mailsJob } from '../../shared/mail/job.ts';
import type { Outbox } from '../../shared/mail/ports.ts';
import { dynamoOutbox } from '../../shared/mail/store/dynamo-outbox.ts';
import { dynamoRecipientStore } from '../../shared/mail/store/dynamo-recipient-store.ts';
import { memoryMailSender } from '../../shared/mail/store/memory-mail-stores.ts';
import { watchMail } from '../../shared/mail/use-cases/watch-mail.ts';
import { countReachable } from '../../shared/notifications/use-cases/read-routing.ts';
import { watchReadiness } from '../../shared/readiness/use-cases/watch-readiness.ts';
import { notifyRequests } from '../../shared/requests/use-cases/notify-requests.ts';
import { watchRoster } from '../../shared/roster/use-cases.ts';
import { watchSessions } from '../../shared/sessions/use-cases/watch-sessions.ts';
import { Settings } from '../../shared/settings/contract/settings.ts';
import { controls as wiredControls } from '../../shared/wiring/controls-job.ts';
import { digest as wiredDigest } from '../../shared/wiring/digest-job.ts';
import { monthlyExports as wiredExports } from '../../shared/wiring/exports-job.ts';
import * as wired from '../../shared/wiring/jobs.ts';
import { openPorts, stores } from '../../shared/wiring/stores.ts';
import { aMail } from '../contract/mail-sender-contract.ts';
import { aLedgerDay } from '../support/domain-samples.ts';
import { someSettings } from '../support/enforcement-settings.ts';
import { anExemption } from '../support/grants.ts';
import { partOf } from '../support/part-of.ts';
import { aRequest } from '../support/requests.ts';
import { memorySessionSource } from '../support/session-source.ts';
import { aControlsWorld, watch, watchLater } from '../world/controls/controls-world.ts';
import { anEnforcementWorld, instantOf, invoke, type EnforcementWorld } from '../world/enforcement-world.ts';
import { aLiveWorld, liveOn, look, night } from '../world/live/live-world.ts';
import { runMailer } from '../world/mailer-process.ts';
import { smallOrganization } from '../world/scenarios.ts';
import { virtualClock } from '../world/virtual-clock.ts';

/** The tables on which a scenario plays. */
interface Stage {
  readonly dynamo: DynamoDBDocumentClient;
  readonly tables: TableNames;
  /** What an admin does with the tools of the table: no request of the job. */
  readonly byHand: (command: object) => Promise<unknown>;
}

/** Runs of each job in which it does with its tables all that it ever does: a job without one does not compile. */
export const jobScenarios: Readonly<Record<JobName, (stage: Stage) => Promise<void>>> = {
  enforce,
  live,
  edits,
  controls,
  mails,
  bounces,
  roster,
  sessions,
  digest,
  computers,
  readiness,
  requests,
  exports: monthlyExports,
};

async function enforce({ dynamo, tables, byHand }: Stage): Promise<void> {
  // From the third night on, somebody has less: with nobody to be lowered, that plan is held.
  const cut = { scope: 'user:ann@acme.example', window: 'month', amount: 10, from: '2026-01-18' };
  // A row that cannot be read is looked up in the history.
  const spoiled = { scope: 'team:none', window: 'month', amount: 'much' };
  for (const Item of [...smallOrganization.budgets, cut, spoiled]) {
    await byHand(new PutCommand({ TableName: tables.budgets, Item: { ...Item } }));
  }
  const blastRadius = { loweredShare: 0, blockedUsersMax: 0, raisedShare: 10 };
  const world = anEnforcementWorld({
    ...smallOrganization,
    settings: { blastRadius, live: { ...liveOn, shadowDays: 1 } },
  });
  // Totals that are so large that every bill agrees with them: a night leaves something to be given.
  const aside = stores.live({ dynamo: { send: byHand } as unknown as DynamoDBDocumentClient, tables });
  await aside.putState(generousTotals(['2026-01-15', '2026-01-16', '2026-01-17', '2026-01-18']));
  await aside.putFloat({ at: '2026-01-15T00:50:00.000Z', seenIds: [], nightShare: 0.5 });

  const nights = [];
  for (const day of ['2026-01-16', '2026-01-17', '2026-01-18'] as const) {
    nights.push(await nightOn(world, day, { dynamo, tables }));
  }

  expect(nights.map(({ outcome }) => outcome.status)).toEqual(['complete', 'complete', 'held']);
}

function generousTotals(days: readonly string[]): LiveState {
  const marks = days.map((day, index) => ({
    day,
    credits: index * 1_000_000_000,
    readAtMs: Date.parse(day) - 600_000,
  }));
  const reading = {
    beganAtMs: Date.parse('2026-01-18T01:50:00Z'),
    endedAtMs: Date.parse('2026-01-18T01:51:00Z'),
    doubts: [],
    sessionCount: 1,
  };
  return { totals: { countedCredits: 1e12, reading, marks, readings: [] }, coverage: [] };
}

async function live({ dynamo, tables, byHand }: Stage): Promise<void> {
  // A row that cannot be read is looked up in the history.
  const spoiled = { scope: 'team:none', window: 'month', amount: 'much' };
  const pool = { scope: 'org', window: 'week', amount: 12_000 };
  for (const Item of [pool, spoiled]) {
    await byHand(new PutCommand({ TableName: tables.budgets, Item }));
  }
  const members = ['ann', 'bob'].map((name, index) => ({
    userId: `u-${name}`,
    email: `${name}@acme.example`,
    demand: [index === 0 ? 2_400 : 48],
  }));
  const scenario = { members, budgets: [{ ...pool, window: 'week' as const }], admins: ['finops@acme.example'] };
  const world = aLiveWorld(scenario, { ...liveOn, shadowDays: 1, errorPercent: 400 });
  // What the nights write is no request of this job, and what they tell is not told by it.
  const aside = enforcementStores({ dynamo: { send: byHand } as unknown as DynamoDBDocumentClient, tables });
  const { ledger, users, limits, live: onAside } = aside;
  const own = wired.live.ports({ dynamo, tables, platform: unreachablePlatform() });
  const { clock: _clock, steps: _steps, ids: _ids, sessions: _list, ...kept } = own;
  const lookOn = async (at: string, { outbox } = kept) => {
    world.clock.moveTo(at);
    return look(world, ({ limitWriter, platformTime, ...ports }) => ({
      ...ports,
      ...kept,
      outbox,
      limitWriter,
      platformTime,
      signIns: ports.signIns,
      hints: {
        ...kept.hints,
        listSince: async (sinceMs) => [...(await kept.hints.listSince(sinceMs)), ...(await ports.hints.listSince(0))],
      },
    }));
  };

  for (const day of ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02'] as const) {
    await lookOn(`${day}T01:50:00Z`);
    await night(world, day, { ledger, users, limits, live: onAside });
    await lookOn(`${day}T12:50:00Z`);
    await lookOn(`${day}T23:50:00Z`);
  }
  const given = world.platform.puts.filter(({ runId }) => runId.startsWith('live-'));
  world.unlisted.add('u-ann');
  const { outcome } = await lookOn('2026-02-03T00:50:00Z');
  world.unlisted.clear();
  const noMail = { ...kept, outbox: stoppedBeforeMails(kept.outbox) };
  await expect(lookOn('2026-02-04T00:50:00Z', noMail)).rejects.toThrow('stopped');
  const resolved = await lookOn('2026-02-04T00:50:00Z');

  expect(given.length).toBeGreaterThan(0);
  expect(outcome).toMatchObject({ status: 'complete', alerts: 1 });
  expect(resolved.outcome.alerts).toBe(1);
}

async function edits({ dynamo, tables, byHand }: Stage): Promise<void> {
  const Key = { scope: 'user:ann@acme.example', window: 'month' } as const;
  const put = async (row: Record<string, unknown>) => byHand(new PutCommand({ TableName: tables.budgets, Item: row }));
  for (const row of smallOrganization.budgets) {
    await put({ ...row });
  }
  await put({ ...Key, amount: 5_500 });
  const on = { dynamo, tables };
  const ports = {
    clock: systemClock,
    steps: immediateSteps(),
    budgets: stores.budgets(on),
    teams: stores.teams(on),
    grants: stores.grants(on),
    orderRun: async () => Promise.resolve({ isDone: true }),
  };
  const [team, exemption] = [{ name: 'web' }, { kind: 'exemption', id: 'x' }] as const;
  const rows = [
    { table: 'budgets', ...Key },
    { table: 'teams', ...team },
    { table: 'grants', ...exemption },
  ] as const;
  const { kind: _kind, id: _id, version: _version, ...granted } = anExemption({});
  await byHand(new PutCommand({ TableName: tables.teams, Item: { ...team, members: ['ann@acme.example'] } }));
  await byHand(new PutCommand({ TableName: tables.grants, Item: { ...exemption, ...granted, version: 1 } }));
  const order = { runId: 'edits', enforceRunId: 'edit', atMs: systemClock.now(), stopAtMs: Infinity, rows };
  const handOverRow = async () => watchEdits(ports, order);

  // Two at once: one is refused, and finds out by whom the edit was adopted.
  const raised = await Promise.all([handOverRow(), handOverRow()]);
  await put({ ...Key, amount: 'much' });
  const spoiled = await handOverRow();
  await byHand(new DeleteCommand({ TableName: tables.budgets, Key }));
  await byHand(new DeleteCommand({ TableName: tables.teams, Key: team }));
  await byHand(new DeleteCommand({ TableName: tables.grants, Key: exemption }));
  const removed = await handOverRow();

  expect(raised.map(({ failedRows }) => failedRows)).toEqual([[], []]);
  expect(spoiled).toMatchObject({ invalid: 1 });
  expect(removed).toMatchObject({ adopted: 3 });
}

async function controls({ dynamo, tables }: Stage): Promise<void> {
  const world = aControlsWorld();
  const stores = watchStores({ dynamo, tables });
  const onTables = (suffix: string) => ({
    runId: runIdOf('controls', world.clock.now(), suffix),
    isUnsent: true,
    alter: (ports: WatchPorts) => ({ ...ports, ...stores }),
  });
  world.history.change({ level: 1 });

  const runs = [await watch(world, onTables('first'))];
  world.history.change({ level: 2 }, { updatedAt: '2025-01-01T00:00:00.000Z' });
  runs.push(await watchLater(world, onTables('second')));
  world.history.change({ level: 3 });
  const alter = (ports: WatchPorts) => ({ ...ports, ...stores, outbox: stoppedBeforeMails(stores.outbox) });
  await expect(watchLater(world, { ...onTables('stopped'), alter })).rejects.toThrow('stopped');
  runs.push(await watchLater(world, onTables('third')));
  runs.push(await watchLater(world, onTables('quiet')));

  expect(runs.map(({ outcome }) => outcome.status)).toEqual(['complete', 'complete', 'complete', 'complete']);
}

async function mails({ dynamo, tables, byHand }: Stage): Promise<void> {
  const outbox = dynamoOutbox(dynamo, tables.outbox);
  // A grave one goes once more.
  const [grave, lost] = [aMail({ mailId: 'a-grave', severity: 'high' }), aMail({ mailId: 'b-lost' })];
  const telling = aMail({ mailId: 'c-telling', carries: ['b-lost'] });
  const writer = { send: async (command: PutCommand) => byHand(command) } as unknown as DynamoDBDocumentClient;
  const message = { at: '2026-03-15T02:31:00.000Z', alerts: [], alertsInAll: 0 };
  const toChannel = aMail({ mailId: 'slack:gone/d', to: 'slack:gone', message });
  const { connections } = openPorts(mailsJob.ports, { dynamo, tables });
  const post: Post = async () => Promise.resolve({ kind: 'answered', status: 410, body: '' });
  const known = sealedConnections(
    connections,
    sealer(async () => Promise.resolve('k'.repeat(43))),
  );
  const toChannels = channelSender({ connections: known, post, clock: virtualClock(0) });
  await dynamoOutbox(writer, tables.outbox).write([grave, lost, telling, toChannel], '2026-03-15T02:31:00.000Z');
  const toPeople = memoryMailSender();
  const sender: Pick<typeof toPeople, 'send' | 'answerNext'> = {
    ...toPeople,
    send: async (mail) => (mail.to === 'slack:gone' ? toChannels : toPeople).send(mail),
  };
  sender.answerNext({ kind: 'unknown', problem: 'no answer' });
  sender.answerNext({ kind: 'unknown', problem: 'no answer' });

  const sent = await runMailer({
    clock: virtualClock(Date.parse('2026-03-15T02:32:00Z')),
    ids: { next: () => 'mailer' },
    leases: dynamoLeaseStore(dynamo, tables.leases),
    outbox,
    sender,
    recipients: dynamoRecipientStore(dynamo, tables.recipients),
  });

  expect(sent).toMatchObject({ taken: 2, unknown: 2, passedOn: 1, left: 0 });
}

async function roster({ dynamo, tables, byHand }: Stage): Promise<void> {
  const put = async (TableName: string, Item: Readonly<Record<string, unknown>>) =>
    byHand(new PutCommand({ TableName, Item }));
  const night = async (at: string) =>
    put(tables.runs, {
      runId: `enforce-${at}-nightly`,
      job: 'enforce',
      at,
      startedAt: at,
      outcome: { status: 'complete', alerts: 0, isUnfinished: false, problems: [] },
    });
  // A row that cannot be read is looked up in the history.
  await put(tables.budgets, { scope: 'team:none', window: 'month', amount: 'much' });
  await put(tables.users, { userId: 'ann', email: 'ann@acme.example' });
  await knownDay({ tables, byHand }, '2026-03-13');
  await put(tables.users, { userId: 'twin', email: 'аnn@acme.example' });
  const ports = wired.roster.ports({ dynamo, tables });
  const settings = { ...someSettings({ admins: ['finops@acme.example'] }), roster: { idleDays: 28 } };
  const runOn = async (day: string, { outbox } = ports) => {
    const order = orderOn('roster', `${day}T06:45:00Z`);
    return (await watchRoster({ ...ports, outbox }, settings, order)).outcome.alerts;
  };

  await night('2026-03-15T02:30:00.000Z');
  await expect(runOn('2026-03-15', { ...ports, outbox: stoppedBeforeMails(ports.outbox) })).rejects.toThrow('stopped');
  const joined = { kind: 'joined', at: '2026-03-16T02:30:00.000Z' };
  await put(tables.users, { userId: 'bob', email: 'bob@acme.example', events: [joined] });
  await night(joined.at);
  expect([await runOn('2026-03-15'), await runOn('2026-03-16'), await runOn('2026-03-17')]).toEqual([1, 1, 0]);
}

async function digest({ dynamo, tables, byHand }: Stage): Promise<void> {
  const put = async (TableName: string, Item: Readonly<Record<string, unknown>>) =>
    byHand(new PutCommand({ TableName, Item }));
  await put(tables.budgets, { scope: 'team:none', window: 'month', amount: 'much' });
  await knownDay({ tables, byHand }, '2026-03-07');
  // The runs of another job.
  const other = { send: byHand } as unknown as DynamoDBDocumentClient;
  const { revisions, state } = watchStores({ dynamo: other, tables });
  const world = aControlsWorld();
  const watched = (suffix: string) => ({
    runId: runIdOf('controls', world.clock.now(), suffix),
    isUnsent: true,
    alter: (own: WatchPorts) => ({ ...own, revisions, state }),
  });
  world.history.change({ level: 1 });
  await watch(world, watched('first'));
  const ports = wiredDigest.ports({ dynamo, tables, platform: unreachablePlatform() });
  const organization = { activity: async () => [], tools: async () => [], productivity: async () => [] };
  const weeklyDigest = { isOn: true, weekday: 1, hour: 7, recipients: [], toTeamOwners: true };
  const terms = {
    settings: {
      ...someSettings({ admins: ['finops@acme.example'] }),
      live: { ...liveOn, mode: 'shadow' as const },
      weeklyDigest,
    },
    rules: async () => ({ diff: diffControls, policy: { approvedChangers: [] } }),
  };
  const runAt = async (at: string, { outbox } = ports) =>
    (await sendDigest({ ...ports, outbox, organization }, terms, orderOn('digest', at))).outcome.alerts;

  await expect(runAt('2026-03-09T14:00:00Z', { ...ports, outbox: stoppedBeforeMails(ports.outbox) })).rejects.toThrow(
    'stopped',
  );
  // The mail of the first week is still open when that of the next one is composed.
  const alerts = [await runAt('2026-03-09T15:00:00Z'), await runAt('2026-03-09T16:00:00Z')];
  expect([...alerts, await runAt('2026-03-16T14:00:00Z')]).toEqual([1, 0, 1]);
}

async function monthlyExports({ dynamo, tables, byHand }: Stage): Promise<void> {
  // A row that cannot be read is looked up in the history.
  await byHand(
    new PutCommand({ TableName: tables.budgets, Item: { scope: 'team:none', window: 'month', amount: 'much' } }),
  );
  await knownDay({ tables, byHand }, '2026-03-07');
  const settings = {
    ...Settings.parse({ admins: ['finops@acme.example'] }),
    monthlyExports: { to: 's3://figures/curfew', formats: ['csv' as const] },
  };
  const sink = { write: async () => {}, end: async () => {}, abort: async () => {} };
  const files = { open: async () => Promise.resolve(sink) };
  const refusing = { open: async () => Promise.reject(new ExportRefusedError('it cannot be written')) };
  const ports = wiredExports.ports({ dynamo, tables, files, account: 'acme' });
  const runOn = async (day: string, given: Partial<typeof ports>) =>
    (await wiredExports.run({ ...ports, ...given }, settings, orderOn('exports', `${day}T07:50:00Z`))).outcome.alerts;

  const stopped = { files: refusing, outbox: stoppedBeforeMails(ports.outbox) };
  await expect(runOn('2026-04-03', stopped)).rejects.toThrow('stopped');
  expect([await runOn('2026-04-03', { files: refusing }), await runOn('2026-04-06', { files })]).toEqual([1, 1]);
}

/** A night has read a day, on which somebody consumed who is known to nobody any more. */
async function knownDay({ tables, byHand }: Pick<Stage, 'tables' | 'byHand'>, day: Day): Promise<void> {
  const ledger = stores.ledger({ dynamo: { send: byHand } as unknown as DynamoDBDocumentClient, tables });
  await ledger.putRows(day, [{ userId: 'gone', email: null, credits: 1 }]);
  await ledger.putDay(aLedgerDay({ day, totalCredits: 1 }));
}

function orderOn(job: string, at: string) {
  const atMs = Date.parse(at);
  return { runId: runIdOf(job, atMs, 'test'), atMs, stopAtMs: Infinity };
}

async function sessions({ dynamo, tables }: Stage): Promise<void> {
  const ports = wired.sessions.ports({ dynamo, tables, platform: unreachablePlatform() });
  const settings = Settings.parse({ admins: ['finops@acme.example'], sessions: { ceilingCredits: 100 } });
  const stamp = { version: 1, updatedBy: 'ada', updatedAt: '2026-03-15T00:00:00.000Z' };
  const policy = { name: 'tag them', actions: ['tag'], mode: 'act', ...stamp } as const;
  const runOn = async (day: string, inclusiveCredits: number, { outbox } = ports) => {
    const atMs = Date.parse(`${day}T06:20:00Z`);
    const order = { runId: runIdOf('sessions', atMs, 'hourly'), atMs, stopAtMs: Infinity };
    const session = {
      sessionId: 's-1',
      createdAtMs: atMs,
      updatedAtMs: atMs,
      messageCount: 3,
      childIds: [],
      inclusiveCredits,
    };
    const source = memorySessionSource([{ ...session, status: 'running' }]);
    // The policy is read from its table, in which there is none, and told as if there were one.
    const read = { list: async () => ({ ...(await ports.policies.list()), records: [policy] }) };
    return (await watchSessions({ ...ports, outbox, sessions: source, policies: partOf(read) }, settings, order))
      .outcome.alerts;
  };

  await expect(runOn('2026-03-15', 101, { ...ports, outbox: stoppedBeforeMails(ports.outbox) })).rejects.toThrow(
    'stopped',
  );
  // On the second day it has been at work for long as well, on the third it is under its ceiling again.
  expect([await runOn('2026-03-15', 101), await runOn('2026-03-16', 102), await runOn('2026-03-17', 1)]).toEqual([
    1, 1, 1,
  ]);
}

async function computers({ dynamo, tables, byHand }: Stage): Promise<void> {
  const row = { recordKind: 'computer', recordKey: 'builder', name: 'builder', repositories: [], installDeps: true };
  await byHand(new PutCommand({ TableName: tables.records, Item: row }));
  const ports = wired.computers.ports({ dynamo, tables, platform: unreachablePlatform() });
  const settings = {
    admins: ['finops@acme.example'],
    alerts: { quietHours: [], digest: [], fallback: [], unreachable: [] },
    computers: {
      ...Settings.parse({}).computers,
      searchSessions: false,
    },
  };
  const platform = {
    find: async () => Promise.resolve({ kind: 'absent' as const }),
    create: async () => Promise.resolve({ kind: 'failed' as const, problem: 'refused' }),
    retryInstall: async () => Promise.resolve({ kind: 'failed' as const, problem: 'refused' }),
  };
  const runOn = async (day: string, actions: 'propose' | 'act', { outbox } = ports) => {
    const atMs = Date.parse(`${day}T06:15:00Z`);
    const order = { runId: runIdOf('computers', atMs, 'every-15-minutes'), atMs, stopAtMs: Infinity };
    const given = { ...settings, computers: { ...settings.computers, actions } };
    return (await watchComputers({ ...ports, outbox, computers: platform }, given, order)).outcome.alerts;
  };

  await expect(runOn('2026-03-15', 'propose', { ...ports, outbox: stoppedBeforeMails(ports.outbox) })).rejects.toThrow(
    'stopped',
  );
  expect([await runOn('2026-03-15', 'propose'), await runOn('2026-03-16', 'act')]).toEqual([1, 1]);
  await byHand(new DeleteCommand({ TableName: tables.records, Key: { recordKind: 'computer', recordKey: 'builder' } }));
  expect(await runOn('2026-03-17', 'act')).toBe(1);
}

async function readiness({ dynamo, tables }: Stage): Promise<void> {
  const ports = wired.readiness.ports({ dynamo, tables, platform: unreachablePlatform() });
  const settings = {
    admins: ['finops@acme.example'],
    alerts: { quietHours: [], digest: [], fallback: [], unreachable: [] },
    readiness: Settings.parse({}).readiness,
  };
  const runOn = async (day: string, numerator: number | undefined, { outbox } = ports) => {
    const atMs = Date.parse(`${day}T05:40:00Z`);
    const order = { runId: runIdOf('readiness', atMs, 'daily'), atMs, stopAtMs: Infinity };
    const report = { reportId: `r-${day}`, createdAtMs: atMs, repository: 'https://git.example/a', branch: 'main' };
    const source = {
      async *pages() {
        const criteria = { tests: { numerator: numerator ?? 0, denominator: 1 } };
        const reports = [{ ...report, state: 'clean' as const, apps: ['.'], criteria, judge: {} }];
        yield Promise.resolve({ reports: numerator === undefined ? [] : reports, unreadable: 0, repeated: 0 });
      },
    };
    const clock = { now: () => atMs };
    return (await watchReadiness({ ...ports, clock, outbox, reports: source }, settings, order)).outcome.alerts;
  };

  expect(await runOn('2026-03-14', 1)).toBe(0);
  await expect(runOn('2026-03-15', 0, { ...ports, outbox: stoppedBeforeMails(ports.outbox) })).rejects.toThrow(
    'stopped',
  );
  // Nothing was reported for long: all is forgotten.
  expect([await runOn('2026-03-15', 0), await runOn('2026-12-15', undefined)]).toEqual([1, 1]);
}

async function requests({ dynamo, tables, byHand }: Stage): Promise<void> {
  await byHand(new PutCommand({ TableName: tables.users, Item: { userId: 'u-ann', email: 'ann@acme.example' } }));
  await knownDay({ tables, byHand }, '2026-03-14');
  // A row that cannot be read is looked up in the history.
  const spoiled = { scope: 'team:none', window: 'month', amount: 'much' };
  await byHand(new PutCommand({ TableName: tables.budgets, Item: spoiled }));
  await byHand(new PutCommand({ TableName: tables.requests, Item: { month: '2026-03', ...aRequest() } }));
  const invitation = { userId: 'u-ann', email: 'ann@acme.example', at: '2026-03-15T09:00:00.000Z', by: 'ada' };
  await byHand(
    new PutCommand({ TableName: tables.requests, Item: { month: 'invitation', id: 'u-ann', ...invitation } }),
  );
  const ports = wired.requests.ports({ dynamo, tables });
  const doorUrl = 'https://api.example';
  const settings = Settings.parse({ doorUrl, roles: { approvers: ['boss@acme.example'] } });
  const runAt = async (minute: string, { outbox } = ports) =>
    (await notifyRequests({ ...ports, outbox }, settings, orderOn('requests', `2026-03-15T09:${minute}:00Z`))).outcome
      .alerts;

  await expect(runAt('01', { ...ports, outbox: stoppedBeforeMails(ports.outbox) })).rejects.toThrow('stopped');
  expect([await runAt('02'), await runAt('03')]).toEqual([2, 0]);
}

async function bounces({ dynamo, tables }: Stage): Promise<void> {
  const recipients = dynamoRecipientStore(dynamo, tables.recipients);
  const journal = dynamoJournal(dynamo, tables.journal);
  const ports = { clock: systemClock, steps: immediateSteps(), journal, recipients };
  const bounce = {
    eventId: 'Bounce/m-1/f-1',
    at: '2026-03-15T02:31:00.000Z',
    address: 'ann@acme.example',
    what: 'hard-bounce',
    detail: 'user unknown',
  } as const;

  const order = { runId: 'bounces', atMs: 0, stopAtMs: Infinity, events: [bounce] };
  const outcomes = [await watchMail(ports, order), await watchMail(ports, order)];
  const reachable = await countReachable(recipients, { admins: [], alerts: { fallback: [], unreachable: [] } });

  expect(outcomes).toMatchObject([{ noted: 1 }, { recorded: 1 }]);
  expect(reachable.recipientsUnreachable).toBe(1);
}

type Tables = Pick<Stage, 'dynamo' | 'tables'>;

/** One night on real tables, its mails left to the mailer. */
async function nightOn(world: EnforcementWorld, day: string, on: Tables): Promise<EnforcementRun> {
  world.clock.moveTo(instantOf(day));
  return invoke(world, {
    runId: runIdOf('enforce', instantOf(day), 'nightly'),
    at: day,
    isUnsent: true,
    alter: (ports) => ({ ...ports, ...enforcementStores(on) }),
  });
}

/** The stores as the function is given them; everything else stays that of the world. */
function enforcementStores(on: Tables) {
  const {
    steps: _steps,
    clock: _clock,
    ids: _ids,
    roster: _roster,
    usage: _usage,
    limitWriter: _writer,
    platformTime: _platformTime,
    ...stores
  } = wired.enforce.ports({ ...on, platform: unreachablePlatform() });
  return stores;
}

function watchStores(on: Tables) {
  const ports = wiredControls.ports({
    ...on,
    platform: unreachablePlatform(),
    ...noAnchoring('no key'),
    fingerprint: async () => () => '',
  });
  const { alerts, decisions, evidence, journal, leases, outbox, recipients, revisions, runs, state } = ports;
  return { alerts, decisions, evidence, journal, leases, outbox, recipients, revisions, runs, state };
}

/** The platform of a scenario is that of its world, and this one is never called. */
function unreachablePlatform(): PlatformClient {
  return createPlatformClient({
    baseUrl: 'https://platform.invalid',
    appUrl: 'https://platform.invalid',
    readKey: async () => 'a-key',
    fetch: async () => Promise.reject(new Error('a scenario never calls the platform')),
    clock: systemClock,
    random: () => 0,
  });
}

/** The outbox of a run that ends before its mails are written: the next one looks whether they are. */
function stoppedBeforeMails(outbox: Outbox): Outbox {
  return {
    write: async () => Promise.reject(new Error('stopped before its mail')),
    find: async (mailId) => outbox.find(mailId),
    listUnknown: async () => outbox.listUnknown(),
    listOpenStates: async () => outbox.listOpenStates(),
    move: async (...of) => outbox.move(...of),
  };
}
