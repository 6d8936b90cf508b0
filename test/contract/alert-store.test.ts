import { PutCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';

import { entriesAtOnceMax } from '../../shared/notifications/store/alert-entries.ts';
import { dynamoAlertStore } from '../../shared/notifications/store/dynamo-alert-store.ts';
import { memoryAlertStore } from '../../shared/notifications/store/memory-alert-store.ts';
import { countingClient } from '../support/counting-client.ts';
import { useEngine } from '../support/test-engine.ts';
import { aUse, onEnforcementRun, play } from '../unit/notifications/observed.ts';
import { describeAlertStore } from './alert-store-contract.ts';

const engine = useEngine();

describeAlertStore('in memory', async () => memoryAlertStore());
describeAlertStore('in DynamoDB', async () => {
  const { alerts } = await engine.freshTables('alerts');
  return dynamoAlertStore(engine.dynamo(), alerts);
});

describe('of what a night leaves', () => {
  const { told } = play([onEnforcementRun('2026-03-11', { uses: [aUse({ usedCredits: 900 })] })]);
  const notifications = Array.from({ length: 250 }, (_, index) =>
    told
      .flat()
      .slice(0, 1)
      .map((one) => ({ ...one, notificationId: `n-${String(index).padStart(3, '0')}` })),
  ).flat();
  const ids = notifications.map(({ notificationId }) => notificationId);

  async function aCountedStore() {
    const { alerts } = await engine.freshTables('alerts');
    const { client, sent, count } = countingClient(engine.dynamo);
    return { store: dynamoAlertStore(client, alerts), sent, count };
  }

  test('a hundred notifications are written, chosen for a mail and settled in one call each', async () => {
    const { store, count } = await aCountedStore();

    await store.enqueue(notifications);
    await store.assign(ids.map((notificationId) => ({ notificationId, mailId: 'm-1' })));
    await store.settle(ids);

    expect(count(/Write|Put|Update/)).toBe(9);
    expect(await store.listPending('limits')).toEqual([]);
  });

  test('a notification that is there already stays, and takes none of the others with it', async () => {
    const { store } = await aCountedStore();
    const [first] = notifications;
    await store.enqueue(first === undefined ? [] : [first]);
    await store.settle(ids.slice(0, 1));

    await store.enqueue(notifications);

    const pending = await store.listPending('limits');
    expect(pending.map(({ notification }) => notification.notificationId)).toEqual(ids.slice(1));
  });

  test('what is open stands in many parts of the index, and is found in all of them', async () => {
    const { store, sent } = await aCountedStore();

    await store.enqueue(notifications);

    const puts = sent.flatMap(({ input }) => (input as TransactWriteCommandInput).TransactItems ?? []);
    expect(new Set(puts.map(({ Put }) => Put?.Item?.['open'])).size).toBe(8);
    expect(await store.listPending('limits')).toHaveLength(250);
  });

  test('more than are in memory at once are written, and found by id', async () => {
    const { store } = await aCountedStore();
    const [sample] = notifications;
    const many = Array.from({ length: 2 * entriesAtOnceMax + 1 }, (_, index) => `n-${String(index).padStart(4, '0')}`);
    await store.enqueue(many.flatMap((notificationId) => (sample === undefined ? [] : { ...sample, notificationId })));

    const pending = await store.listPending('limits');

    expect(pending.map(({ notification }) => notification.notificationId)).toEqual(many);
  });
});

describe('the alert store in DynamoDB reads what was stored under earlier names', () => {
  const at = '2026-03-10T02:30:00.000Z';
  const matter = {
    topic: 'uncappable',
    key: 'u-bob',
    fingerprint: 'no-email',
    severity: 'medium',
    owners: [],
    tellsAdmins: true,
    headline: 'User u-bob cannot be capped',
    details: ['12 credits used this window.'],
    goneHeadline: 'User u-bob can be capped now',
    goneAfterNights: 1,
  };
  const { tellsAdmins, goneHeadline, goneAfterNights, ...same } = matter;
  const observation = {
    ...same,
    notifiesAdmins: tellsAdmins,
    resolvedHeadline: goneHeadline,
    resolvesAfterNights: goneAfterNights,
  };
  const acknowledged = { by: 'ada', at, reason: 'known' };

  test('states of matters and of uses', async () => {
    const { alerts } = await engine.freshTables('alerts');
    const store = dynamoAlertStore(engine.dynamo(), alerts);
    const alertId = 'matter/uncappable/u-bob';
    const state = {
      kind: 'matter',
      alertId,
      asOf: at,
      phase: 'in-alarm',
      matter,
      occurrence: 2,
      toldFingerprints: ['no-email'],
      changes: 1,
      acknowledged,
    };
    const line = { percent: 80, phase: 'in-alarm', isForOwners: true, isForUser: false };
    const use = {
      kind: 'use',
      alertId: 'use/budget/org/month/2026-03-01/',
      asOf: at,
      facts: {
        basis: 'budget',
        scope: { kind: 'org' },
        window: { kind: 'month', from: '2026-03-01', through: '2026-03-31' },
        usedCredits: 900,
        amountCredits: 1_000,
        setsCaps: true,
      },
      owners: [],
      lines: [{ ...line, toldAmountCredits: 1_000, isResolutionTold: false }],
      isClosed: false,
    };
    await put(alerts, { entryId: alertId, at, state, open: 'state' });
    await put(alerts, { entryId: use.alertId, at, state: use, open: 'state' });

    const read = await store.read('limits', []);

    const { kind: _, alertId: __, matter: ___, toldFingerprints, ...stateRest } = state;
    const { alertId: useId, ...useRest } = use;
    expect(read).toEqual([
      { ...stateRest, kind: 'observed', conditionId: alertId, observation, notifiedFingerprints: toldFingerprints },
      {
        ...useRest,
        conditionId: useId,
        lines: [{ ...line, notifiedAmountCredits: 1_000, isResolutionNotified: false }],
      },
    ]);
  });

  test('a notice that is pending, until it is settled', async () => {
    const { alerts } = await engine.freshTables('alerts');
    const store = dynamoAlertStore(engine.dynamo(), alerts);
    const event = { kind: 'matter-raised', eventId: 'e-1', alertId: 'matter/uncappable/u-bob', matter };
    const whom = { recipient: 'ada@example.com', role: 'admin', severity: 'medium', at, askWhom: [] };
    await put(alerts, {
      entryId: 'notice/n-1',
      at,
      notice: { noticeId: 'n-1', ...whom, event: { ...event, acknowledgedBefore: acknowledged } },
      mailId: 'm-1',
      open: 'notice',
    });

    const pending = await store.listPending('limits');
    await store.settle(['n-1']);

    expect(pending).toEqual([
      {
        mailId: 'm-1',
        notification: {
          ...whom,
          kind: 'condition',
          notificationId: 'n-1',
          event: {
            kind: 'condition-raised',
            eventId: 'e-1',
            conditionId: event.alertId,
            observation,
            acknowledgedBefore: acknowledged,
          },
        },
      },
    ]);
    expect(await store.listPending('limits')).toEqual([]);
  });

  async function put(TableName: string, Item: Record<string, unknown>): Promise<void> {
    await engine.dynamo().send(new PutCommand({ TableName, Item }));
  }
});
