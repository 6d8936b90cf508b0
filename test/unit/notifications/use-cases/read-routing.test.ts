import { describe, expect, test } from 'vitest';

import { memoryOutbox, memoryRecipientStore } from '../../../../shared/mail/store/memory-mail-stores.ts';
import { memoryAlertStore } from '../../../../shared/notifications/store/memory-alert-store.ts';
import { composeDueMails } from '../../../../shared/notifications/use-cases/due-mails.ts';
import { findUnheard } from '../../../../shared/notifications/use-cases/find-unheard.ts';
import { readRouting } from '../../../../shared/notifications/use-cases/read-routing.ts';
import { anObservation, onEnforcementRun, play } from '../observed.ts';

const recipients = memoryRecipientStore();
const alone = { fallback: [], unreachable: [] };
const audience = { admins: ['admin@example.com'], alerts: alone };

describe('who there is to be notified', () => {
  test('is what the settings say, and nothing of what they leave out', async () => {
    expect(await readRouting(recipients, audience)).toEqual({
      admins: ['admin@example.com'],
      fallback: [],
      unreachable: new Set(),
      troubled: [],
    });
  });

  test('has the time zone and the door of the settings, and the people of the roster', async () => {
    const alerts = {
      ...alone,
      unreachable: ['Gone@Example.com'],
      timeZone: 'Europe/Berlin',
      timeZoneMetadataKey: 'tz',
    };
    const users = [{ userId: 'u-ada', email: 'ada@example.com', metadata: { tz: 'Asia/Tokyo' } }];

    const routing = await readRouting(recipients, { ...audience, alerts, doorUrl: 'https://door.example' }, users);

    expect(routing).toMatchObject({
      unreachable: new Set(['gone@example.com']),
      timeZone: 'Europe/Berlin',
      door: 'https://door.example',
      people: { timeZones: new Map([['ada@example.com', 'Asia/Tokyo']]) },
    });
  });
});

describe('what is grave and of which nobody can be notified', () => {
  const nobody = { admins: [], alerts: alone };
  const at = '2026-03-11T02:30:00.000Z';
  const run = { runId: 'run', at, today: '2026-03-11' };
  const observed = (['uncappable', 'order-tampered'] as const).map((topic) =>
    anObservation({ topic, severity: 'critical', headline: `About ${topic}` }),
  );
  const { states } = play([onEnforcementRun('2026-03-10', { observed })]);

  async function open() {
    const alerts = memoryAlertStore();
    await alerts.put(states);
    return alerts;
  }

  test('is looked for under every lease', async () => {
    const found = await findUnheard({ alerts: await open(), recipients }, nobody, at);

    expect(found).toContain('No one');
    expect(found).toContain('and 1 more');
  });

  test('is nothing where somebody is notified, or nothing is open', async () => {
    expect(await findUnheard({ alerts: await open(), recipients }, audience, at)).toBeUndefined();
    expect(await findUnheard({ alerts: memoryAlertStore(), recipients }, nobody, at)).toBeUndefined();
  });

  test('is what a run reports, in the place of what is open', async () => {
    const clock = { now: () => Date.parse(at) };
    const ports = { alerts: await open(), outbox: memoryOutbox(), clock, recipients };
    const settings = { admins: [], alerts: { ...alone, quietHours: [], digest: [] } };
    const order = { lease: 'limits', settings, nowMs: Date.parse(at) } as const;

    const [reported, other] = [
      await composeDueMails(ports, run, { ...order, unheard: [{ severity: 'high', headline: 'The report' }] }),
      await composeDueMails(ports, run, order),
    ];

    expect(reported.problem).toContain('The report');
    expect(reported.problem).not.toContain('more');
    expect(other.problem).toContain('About uncappable');
  });
});
