import { beforeEach, describe, expect, test } from 'vitest';

import type { Mail, MailState } from '../../shared/mail/mail.ts';
import type { Outbox } from '../../shared/mail/ports.ts';

function aMail(mailId: string, facts: Partial<Mail> = {}): Mail {
  return { mailId, to: 'a@x.example', subject: 's', text: 't', html: '<p>t</p>', runId: 'r', carries: [], ...facts };
}

const at = '2026-03-15T02:31:00.000Z';
const written: MailState = { kind: 'written', attempts: 0 };
const sending = { kind: 'sending', attempts: 1, owner: 'me', since: at } as const;
const sent: MailState = { kind: 'sent', messageId: 'm-1', at };
const unknown = { kind: 'unknown', problem: 'no answer' } as const;

export function describeOutbox(name: string, makeOutbox: () => Promise<Outbox>): void {
  describe(`the outbox ${name}`, () => {
    let outbox: Outbox;
    beforeEach(async () => {
      outbox = await makeOutbox();
    });

    test('keeps every fact of a mail and starts it as written', async () => {
      const mail = aMail('m', { carries: ['earlier'], tells: ['n-1'], notBefore: '2026-03-15T07:00:00.000Z' });
      await outbox.write([mail], at);

      const found = await outbox.find('m');

      expect(found).toEqual({ mail, state: written, writtenAt: at });
    });

    test('finds nothing under an id that is not there', async () => {
      const found = await outbox.find('m');

      expect(found).toBeUndefined();
    });

    test('does not change a mail whose id exists, in any state', async () => {
      await outbox.write([aMail('m')], at);
      await outbox.move('m', written, sending);
      await outbox.write([aMail('m', { subject: 'other' }), aMail('n')], '2026-03-16T00:00:00.000Z');

      const found = await outbox.find('m');

      expect(found).toEqual({ mail: aMail('m'), state: sending, writtenAt: at });
      expect(await outbox.find('n')).toMatchObject({ state: written });
    });

    test('lists mails of unknown outcome without their texts, oldest first', async () => {
      const late = '2026-03-16T00:00:00.000Z';
      await outbox.write([aMail('late')], late);
      await outbox.write([aMail('b'), aMail('a'), aMail('c')], at);
      for (const mailId of ['late', 'b', 'a']) {
        await outbox.move(mailId, written, unknown);
      }

      const { to, subject } = aMail('a');

      expect(await outbox.listUnknown()).toEqual([
        { mailId: 'a', to, subject, writtenAt: at },
        { mailId: 'b', to, subject, writtenAt: at },
        { mailId: 'late', to, subject, writtenAt: late },
      ]);
    });

    test('lists what stands of open mails without their texts, oldest first', async () => {
      const notBefore = '2026-03-16T07:00:00.000Z';
      await outbox.write([aMail('late', { notBefore })], '2026-03-16T00:00:00.000Z');
      await outbox.write([aMail('b'), aMail('a')], at);

      const open = await outbox.listOpenStates();

      expect(open).toEqual([
        { mailId: 'a', state: written, writtenAt: at },
        { mailId: 'b', state: written, writtenAt: at },
        { mailId: 'late', notBefore, state: written, writtenAt: '2026-03-16T00:00:00.000Z' },
      ]);
    });

    test.each<{ state: MailState; isListed: boolean }>([
      { state: sending, isListed: true },
      { state: { kind: 'written', attempts: 3, tryAfter: '2026-03-15T03:31:00.000Z' }, isListed: true },
      { state: unknown, isListed: true },
      { state: { ...unknown, carriedBy: 'n' }, isListed: true },
      { state: { ...unknown, carriedBy: 'n', isClosed: true }, isListed: false },
      { state: sent, isListed: false },
      { state: { kind: 'refused', problem: 'no such address' }, isListed: false },
    ])('a mail in state $state is listed as open: $isListed', async ({ state, isListed }) => {
      await outbox.write([aMail('m')], at);
      await outbox.move('m', written, state);

      const isUnknown = state.kind === 'unknown' && state.carriedBy === undefined;

      expect((await outbox.listUnknown()).map(({ mailId }) => mailId)).toEqual(isUnknown ? ['m'] : []);
      expect(await outbox.listOpenStates()).toEqual(isListed ? [{ mailId: 'm', state, writtenAt: at }] : []);
    });

    test('lists a mail again that comes back to written', async () => {
      await outbox.write([aMail('m')], at);
      await outbox.move('m', written, { kind: 'refused', problem: 'throttled' });
      await outbox.move('m', { kind: 'refused', problem: 'throttled' }, { kind: 'written', attempts: 1 });

      const open = await outbox.listOpenStates();

      expect(open.map(({ state }) => state)).toEqual([{ kind: 'written', attempts: 1 }]);
    });

    test('moves a mail from the state it was seen in', async () => {
      await outbox.write([aMail('m')], at);

      const isMoved = await outbox.move('m', written, sending);

      expect(isMoved).toBe(true);
      expect(await outbox.find('m')).toMatchObject({ state: sending });
    });

    test('moves nothing when the state has moved meanwhile', async () => {
      await outbox.write([aMail('m')], at);
      await outbox.move('m', written, sending);

      const isMoved = await outbox.move('m', written, { ...sending, owner: 'somebody else' });

      expect(isMoved).toBe(false);
      expect(await outbox.find('m')).toMatchObject({ state: sending });
    });

    test('takes a move that was made already as made', async () => {
      await outbox.write([aMail('m')], at);
      await outbox.move('m', written, sending);

      const isMoved = await outbox.move('m', written, sending);

      expect(isMoved).toBe(true);
    });

    test('moves no mail that is not there', async () => {
      const isMoved = await outbox.move('m', written, sending);

      expect(isMoved).toBe(false);
      expect(await outbox.find('m')).toBeUndefined();
    });

    test('lets one of two who claim a mail at once have it', async () => {
      await outbox.write([aMail('m')], at);

      const claims = await Promise.all(
        ['a', 'b'].map(async (owner) => outbox.move('m', written, { ...sending, owner })),
      );

      expect(claims.filter((isMoved) => isMoved)).toHaveLength(1);
    });
  });
}
