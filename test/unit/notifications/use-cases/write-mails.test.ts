import { describe, expect, test } from 'vitest';

import type { MailContent } from '../../../../shared/mail/content.ts';
import { mailLink } from '../../../../shared/mail/mail-link.ts';
import { memoryOutbox } from '../../../../shared/mail/store/memory-mail-stores.ts';
import type { ComposedMail, Summary } from '../../../../shared/notifications/compose/due-mail.ts';
import { deliveryMoment, type DeliveryRules } from '../../../../shared/notifications/delivery.ts';
import type { Notification } from '../../../../shared/notifications/notification.ts';
import { memoryAlertStore } from '../../../../shared/notifications/store/memory-alert-store.ts';
import { draftMails, writeMails } from '../../../../shared/notifications/use-cases/due-mails.ts';
import { anObservation, onEnforcementRun, play, routing } from '../observed.ts';

test('mails to very many are composed and written some at a time, each once', async () => {
  const outbox = memoryOutbox();
  const alerts = memoryAlertStore();
  const clock = { now: () => Date.parse('2026-03-15T02:30:00Z') };
  const composedAtOnce: number[] = [];
  const write: typeof outbox.write = async (mails, at) => {
    composedAtOnce.push(mails.length);
    await outbox.write(mails, at);
  };
  const drafts = Array.from({ length: 1_201 }, (_, index) => () => aMail(`mail-${index}`));

  await writeMails({ alerts, clock, outbox: { ...outbox, write } }, drafts);

  expect(composedAtOnce).toEqual([500, 500, 201]);
  expect(outbox.writtenMailIds()).toHaveLength(1_201);
});

function aMail(mailId: string): ComposedMail {
  const mail = { mailId, to: 'ann@acme.example', subject: 'Used up', text: '', html: '', runId: 'run', carries: [] };
  return { mail, contained: [] };
}

type MailOrder = Parameters<typeof draftMails>[2] & { readonly standIns?: Parameters<typeof draftMails>[3] };

const run = { runId: 'run', at: '2026-03-15T02:30:00.000Z', today: '2026-03-15' };
const nowMs = Date.parse(run.at);
const [ada, eve] = ['Ada@acme.example', 'eve@acme.example'];

/** One notification for each key and recipient. */
function notificationsOf(keys: readonly string[], admins: readonly string[] = [ada]): readonly Notification[] {
  const observed = keys.map((key) => anObservation({ key, headline: `Look at ${key}` }));
  return play([onEnforcementRun('2026-03-14', { observed })], { ...routing, admins }).told.flat();
}

const content: MailContent = { subject: 'The night', tone: 'good', lead: '', sections: [], foot: [] };

const summaryFor = (recipient: string, said: Partial<Summary> = {}): Summary => ({
  mailId: `summary/${recipient}`,
  recipient,
  severity: 'info',
  contentWith: (notifications) => ({ ...content, subject: `The night, and ${notifications.length} more` }),
  carries: [],
  ...said,
});

function aDesk() {
  const [outbox, alerts] = [memoryOutbox(), memoryAlertStore()];
  const ports = { outbox, alerts, clock: { now: () => nowMs } };
  async function draft({ standIns, ...said }: Partial<MailOrder> = {}, rules: Partial<DeliveryRules> = {}) {
    const delivery = deliveryMoment({ quietHours: [], digest: [], ...rules }, nowMs);
    return draftMails(ports, run, { leases: ['limits'], delivery, summaries: [], ...said }, standIns);
  }
  const pending = async () =>
    (await alerts.listPending('limits')).map(({ notification }) => notification.notificationId);
  return { ports, outbox, alerts, draft, pending };
}

describe('the mails of a run', () => {
  test('are none where nothing is pending and nothing is to be summed up', async () => {
    expect(await aDesk().draft()).toEqual([]);
  });

  test('are one to each recipient, with all that is pending for them', async () => {
    const { alerts, draft } = aDesk();
    const notifications = notificationsOf(['a', 'b'], [ada, eve]);
    await alerts.enqueue(notifications);

    const mails = (await draft()).map((compose) => compose());

    expect(mails.map(({ mail, contained }) => [mail.to, contained.length])).toEqual([
      [ada, 2],
      [eve, 2],
    ]);
    expect(mails.flatMap(({ contained }) => contained).toSorted()).toEqual(
      notifications.map(({ notificationId }) => notificationId).toSorted(),
    );
    expect(mails[0]?.mail).toMatchObject({ runId: 'run', carries: [], tells: mails[0]?.contained });
    expect(mails[0]?.mail.mailId).toBe(`told/${mails[0]?.contained[0] ?? ''}`);
    expect(mails[0]?.mail).not.toHaveProperty('links');
  });

  test('name who stands in for the recipient where they are grave, and nobody where they are not', async () => {
    const standIns = async () => ['ADA@acme.example', eve];
    const summaries = [summaryFor(ada, { severity: 'high' }), summaryFor(eve)];

    const mails = (await aDesk().draft({ summaries, standIns })).map((compose) => compose().mail);

    expect(mails.map((mail) => [mail.to, mail.standIns])).toEqual([
      [ada, [eve]],
      [eve, undefined],
    ]);
  });

  test('are of the leases that the run holds', async () => {
    const { alerts, draft } = aDesk();
    await alerts.enqueue(notificationsOf(['a']));

    expect(await draft({ leases: ['live'] })).toEqual([]);
    expect(await draft({ leases: ['live', 'limits'] })).toHaveLength(1);
  });

  test('leave out what waits for the end of quiet hours', async () => {
    const { alerts, draft } = aDesk();
    await alerts.enqueue(notificationsOf(['a']));
    const quiet = {
      days: [1, 2, 3, 4, 5, 6, 7],
      from: '00:00',
      until: '06:00',
      timeZone: 'UTC',
      severities: ['medium'] as const,
    };

    expect(await draft({}, { quietHours: [quiet] })).toEqual([]);
  });

  test('name earlier mails to the same recipient of which nobody knows whether they arrived, each once', async () => {
    const { alerts, outbox, draft } = aDesk();
    await alerts.enqueue(notificationsOf(['a'], [ada, eve]));
    const lost = [
      { mailId: 'm-1', to: 'ada@acme.example', subject: 'First', writtenAt: run.at },
      { mailId: 'm-2', to: 'ADA@acme.example', subject: 'Second', writtenAt: run.at },
    ];
    outbox.listUnknown = async () => lost;

    const mails = (await draft({ summaries: [summaryFor('sum@acme.example', { carries: ['m-2'] })] })).map((compose) =>
      compose(),
    );

    expect(mails.map(({ mail }) => [mail.to, mail.carries])).toEqual([
      ['sum@acme.example', ['m-2']],
      [ada, ['m-1']],
      [eve, []],
    ]);
    expect(mails[1]?.mail.text).toContain('First');
    expect(mails[1]?.mail.text).not.toContain('Second');
  });
});

describe('the mail that sums a run up', () => {
  test('has what is pending for its recipient, which is in no other mail then', async () => {
    const { alerts, draft } = aDesk();
    await alerts.enqueue(notificationsOf(['a', 'b'], [ada, eve]));

    const mails = (await draft({ summaries: [summaryFor('ada@acme.example')] })).map((compose) => compose());

    expect(mails.map(({ mail, contained }) => [mail.to, mail.subject, contained.length])).toEqual([
      ['ada@acme.example', 'The night, and 2 more', 2],
      [eve, expect.any(String), 2],
    ]);
    expect(mails[0]?.mail).not.toHaveProperty('notBefore');
  });

  test('stays as it is once it is written: what has come since is a mail of its own', async () => {
    const { ports, alerts, draft } = aDesk();
    const summaries = [summaryFor('ada@acme.example')];
    await writeMails(ports, await draft({ summaries }));
    await alerts.enqueue(notificationsOf(['a']));

    const mails = (await draft({ summaries })).map((compose) => compose());

    expect(mails.map(({ mail, contained }) => [mail.to, contained.length])).toEqual([
      ['ada@acme.example', 0],
      [ada, 1],
    ]);
  });
});

describe('a mail', () => {
  async function compose(said: Partial<Summary>, rules: Partial<DeliveryRules> = {}) {
    const [mail] = (await aDesk().draft({ summaries: [summaryFor('ada@acme.example', said)] }, rules)).map((each) =>
      each(),
    );
    return mail?.mail;
  }

  test('that says nothing of alerts and links nowhere has neither', async () => {
    const mail = await compose({});

    expect(mail).not.toHaveProperty('tells');
    expect(mail).not.toHaveProperty('links');
  });

  test('waits for the end of quiet hours where nothing in it is due', async () => {
    const days = [1, 2, 3, 4, 5, 6, 7];
    const quiet = { days, from: '00:00', until: '06:00', timeZone: 'UTC', severities: ['info'] as const };

    expect((await compose({}, { quietHours: [quiet] }))?.notBefore).toBe('2026-03-15T06:00:00.000Z');
  });

  test('names each of its links once, however often it is shown, and nothing but the link', async () => {
    const [ask, decide] = (['ask', 'decide'] as const).map((purpose) =>
      mailLink({ purpose, subject: 'stop/u-ada', door: 'https://door.example' }),
    );
    const shown = [ask, decide, ask].flatMap((link) => (link === undefined ? [] : [{ ...link, label: 'Here' }]));
    const sections = [
      { kind: 'notes', heading: 'First', notes: ['a note'] },
      { kind: 'links', heading: 'Ask', links: shown },
    ] as const;

    const mail = await compose({ contentWith: () => ({ ...content, sections }) });

    expect(mail?.links).toStrictEqual([ask, decide]);
  });

  test('names the first three hundred of its alerts, and is the mail of all of them', async () => {
    const { alerts, draft } = aDesk();
    await alerts.enqueue(notificationsOf(Array.from({ length: 302 }, (_, index) => `key-${index}`)));

    const [mail] = (await draft()).map((compose) => compose());

    expect(mail?.contained).toHaveLength(302);
    expect(mail?.mail.tells).toEqual(mail?.contained.slice(0, 300));
  });

  test('names no lost mails where there are none, and fifty at most', async () => {
    const { alerts, outbox, draft } = aDesk();
    await alerts.enqueue(notificationsOf(['a']));
    const lost = Array.from({ length: 52 }, (_, index) => ({
      mailId: `m-${index}`,
      to: ada,
      subject: 'Lost',
      writtenAt: run.at,
    }));
    const [without] = (await draft()).map((compose) => compose());
    outbox.listUnknown = async () => lost;

    const [mail] = (await draft()).map((compose) => compose());

    expect(without?.mail.text).not.toContain('Earlier mails');
    expect(mail?.mail.text).toContain('Earlier mails');
    expect(mail?.mail.carries).toEqual(lost.slice(0, 50).map(({ mailId }) => mailId));
  });
});

describe('what is written', () => {
  test('is settled once: nothing is settled where no mail was written before', async () => {
    const { ports, alerts, draft } = aDesk();
    const settle = async () => expect.unreachable('there is nothing to settle');
    await alerts.enqueue(notificationsOf(['a']));
    ports.alerts.settle = settle;

    expect(await draft()).toHaveLength(1);
  });

  test('is not pending any more', async () => {
    const { ports, outbox, alerts, draft, pending } = aDesk();
    await alerts.enqueue(notificationsOf(['a', 'b']));

    await writeMails(ports, await draft());

    expect(outbox.writtenMailIds()).toHaveLength(1);
    expect(await pending()).toEqual([]);
  });

  test('is known by its mail, where a run ended before it noted that', async () => {
    const { ports, outbox, alerts, draft, pending } = aDesk();
    await alerts.enqueue(notificationsOf(['a']));
    const settle = async () => Promise.reject(new Error('the run ends here'));
    await expect(writeMails({ ...ports, alerts: { ...alerts, settle } }, await draft())).rejects.toThrow('ends here');
    await alerts.enqueue(notificationsOf(['b']));
    const before = await pending();

    const mails = (await draft()).map((compose) => compose());

    expect(before).toHaveLength(2);
    expect(mails.map(({ mail }) => mail.text)).toEqual([expect.stringContaining('Look at b')]);
    expect(mails[0]?.mail.text).not.toContain('Look at a');
    expect(await pending()).toHaveLength(1);
    expect(outbox.writtenMailIds()).toHaveLength(1);
  });

  test('is chosen before it is written: where the mail is missing, it is pending still', async () => {
    const { ports, outbox, alerts, draft } = aDesk();
    await alerts.enqueue(notificationsOf(['a']));
    const write = async () => Promise.reject(new Error('the run ends here'));
    await expect(writeMails({ ...ports, outbox: { ...outbox, write } }, await draft())).rejects.toThrow('ends here');

    const [chosen] = await alerts.listPending('limits');
    expect(chosen?.mailId).toBeDefined();
    expect(await draft()).toHaveLength(1);
  });

  test('asks for no choice where a mail has no notification in it', async () => {
    const { ports, alerts, draft } = aDesk();
    const never = async () => expect.unreachable('there is nothing to choose or settle');

    await writeMails(
      { ...ports, alerts: { ...alerts, assign: never, settle: never } },
      await draft({ summaries: [summaryFor('ada@acme.example')] }),
    );

    expect(ports.outbox.writtenMailIds()).toEqual(['summary/ada@acme.example']);
  });
});
