import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SNSClient } from '@aws-sdk/client-sns';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { checkAlarmMails, checkSchedules } from '../../../../cli/doctor/deployment/check-parts.ts';

/** Answers as SNS and as EventBridge Scheduler do, with what a test puts there. */
let server: Server;
let answer = { type: '', body: '' };

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': answer.type }).end(answer.body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => server.close());

function clientOptions() {
  const { port } = server.address() as AddressInfo;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  return { endpoint: `http://127.0.0.1:${port}`, region: 'eu-central-1', credentials };
}

async function alarmMails(subscriptions: Readonly<Record<string, string>>) {
  const members = Object.entries(subscriptions).map(
    ([email, arn]) => `<member><Endpoint>${email}</Endpoint><SubscriptionArn>${arn}</SubscriptionArn></member>`,
  );
  const name = 'ListSubscriptionsByTopic';
  const body = `<${name}Response xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><${name}Result><Subscriptions>${members.join('')}</Subscriptions></${name}Result></${name}Response>`;
  answer = { type: 'text/xml', body };
  const sns = new SNSClient(clientOptions());
  return checkAlarmMails(sns, 'arn:aws:sns:eu-central-1:111122223333:Alarms').finally(() => sns.destroy());
}

async function schedules(states: Readonly<Record<string, string>>) {
  const Schedules = Object.entries(states).map(([Name, State]) => ({ Name, State }));
  answer = { type: 'application/json', body: JSON.stringify({ Schedules }) };
  const scheduler = new SchedulerClient(clientOptions());
  return checkSchedules(scheduler, { group: 'Curfew', expected: 2 }).finally(() => scheduler.destroy());
}

const arn = 'arn:aws:sns:eu-central-1:111122223333:Alarms:1';

describe('the mails of alarms', () => {
  test('are well when everybody confirmed, and a warning names who did not', async () => {
    expect(await alarmMails({ 'ada@acme.test': arn })).toEqual({ kind: 'ok', facts: ['ada@acme.test'] });
    expect(await alarmMails({ 'ada@acme.test': arn, 'bob@acme.test': 'PendingConfirmation' })).toMatchObject({
      kind: 'warning',
      problem: expect.stringContaining('bob@acme.test'),
    });
  });

  test('fail when nobody gets them', async () => {
    expect(await alarmMails({ 'bob@acme.test': 'PendingConfirmation' })).toMatchObject({ kind: 'failed' });
    expect(await alarmMails({})).toMatchObject({ kind: 'failed', remedy: expect.stringContaining('admins') });
  });
});

describe('the schedules', () => {
  test('are well when all are there and enabled', async () => {
    expect(await schedules({ nightly: 'ENABLED', hourly: 'ENABLED' })).toEqual({ kind: 'ok', facts: ['2 enabled'] });
  });

  test('fail when one is disabled or gone', async () => {
    expect(await schedules({ nightly: 'DISABLED', hourly: 'ENABLED' })).toMatchObject({
      kind: 'failed',
      problem: expect.stringContaining('nightly'),
    });
    expect(await schedules({ nightly: 'ENABLED' })).toMatchObject({ kind: 'failed' });
  });
});
