import { expect, test } from 'vitest';

import { grouped } from '../../shared/kernel/texts/amounts.ts';
import { carriesMax, containedMax } from '../../shared/mail/mail.ts';
import type { Notification } from '../../shared/notifications/notification.ts';
import { checkInvariants } from './check-invariants.ts';
import { anEnforcementWorld, runEnforcement, setBudgets, type EnforcementWorld } from './enforcement-world.ts';
import { largeOrganization, smallOrganization } from './scenarios.ts';

/* A mail has to fit into an item of 400 KB, or the night that has to write it would fail, and every night after it. */

const admin = 'admin@acme.example';
const owner = 'lead@acme.example';
const itemBytesMax = 350 * 1_024;

test('an owner of thousands of users who pass a line is notified of all of them in one mail, which names the first', async () => {
  const world = anEnforcementWorld({ ...largeOrganization(2_000), admins: [admin] });
  setBudgets(world, [{ scope: 'default', window: 'month', amount: 20, owners: [owner], mode: 'alert' }]);

  await runEnforcement(world, '2026-01-18');

  const notices = world.stores.alerts.allNotifications().filter(({ notification }) => notification.recipient === owner);
  const mails = mailsTo(world, owner);
  expect(notices.length).toBeGreaterThan(1_000);
  expect(mails).toHaveLength(1);
  expect(new Set(notices.map(({ mailId, isPending }) => `${mailId} ${isPending}`))).toEqual(
    new Set([`${mails[0]?.mailId} false`]),
  );
  expect(mails[0]?.subject).toContain(`(and ${notices.length - 1} more)`);
  expect(mails[0]?.tells).toHaveLength(containedMax);
  expect(Buffer.byteLength(JSON.stringify(mails[0]))).toBeLessThan(itemBytesMax);

  await runEnforcement(world, '2026-01-19');
  const named = mailsTo(world, owner).flatMap(({ tells = [] }) => tells);
  expect(new Set(named).size).toBe(named.length);
});

test('an owner of a budget that stops thousands of users is notified once, with the first names', async () => {
  const world = anEnforcementWorld({ ...largeOrganization(300), admins: [admin] });
  setBudgets(world, [{ scope: 'default', window: 'month', amount: 20, owners: [owner] }]);

  await runEnforcement(world, '2026-01-18');

  const notices = world.stores.alerts.allNotifications();
  const stopped = notices.filter(({ notification }) => isStop(notification));
  const [mail, ...more] = mailsTo(world, owner);
  expect(stopped.length).toBeGreaterThan(200);
  expect(mail?.subject).toMatch(new RegExp(`${grouped(stopped.length)} people .*stopped .*default`, 'u'));
  expect(more).toEqual([]);
  expect(Buffer.byteLength(JSON.stringify(mail))).toBeLessThan(10 * 1_024 + itemBytesMax / 10);
});

test('of very many mails that may not have arrived each mail names as many as it has room for', async () => {
  const world = anEnforcementWorld({ ...smallOrganization, admins: [admin] });
  const lost = Array.from({ length: carriesMax + 30 }, (_, index) => `lost-${String(index).padStart(3, '0')}`);
  for (const mailId of lost) {
    await loseMail(world, mailId);
  }

  await runEnforcement(world, '2026-01-18');
  await runEnforcement(world, '2026-01-19');
  await runEnforcement(world, '2026-01-20');

  const carried = mailsTo(world, admin).map(({ carries }) => carries);
  expect(carried.map(({ length }) => length)).toEqual([carriesMax, 30, 0]);
  expect(carried.flat().toSorted()).toEqual(lost);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

function mailsTo(world: EnforcementWorld, recipient: string) {
  return world.sender.delivered().filter(({ to }) => to === recipient);
}

async function loseMail({ stores: { outbox }, clock }: EnforcementWorld, mailId: string): Promise<void> {
  const mail = { mailId, to: admin, subject: mailId, text: mailId, html: mailId, runId: 'earlier', carries: [] };
  await outbox.write([mail], new Date(clock.now()).toISOString());
  await outbox.move(mailId, { kind: 'written', attempts: 0 }, { kind: 'unknown', problem: 'no answer' });
}

function isStop(notification: Notification): boolean {
  return notification.kind === 'condition' && notification.event.kind === 'person-stopped';
}
