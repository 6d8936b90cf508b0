import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';

import { dynamoJournal } from '../../../../shared/journal/store/dynamo-journal.ts';
import { journalItem } from '../../../../shared/journal/store/journal-item.ts';
import { memoryOutbox } from '../../../../shared/mail/store/memory-mail-stores.ts';
import { findMails } from '../../../../shared/mail/use-cases/find-mails.ts';

/** More than a call of a function can have arguments. */
const many = 150_000;

test('a day with as many entries as a large organization has is listed whole', async () => {
  const at = '2026-03-15T02:30:00.000Z';
  const pageOf = (page: number) =>
    Array.from({ length: many / 10 }, (_, index) => {
      const id = `cap-${page}-${String(index).padStart(5, '0')}`;
      return journalItem({ id, at, kind: 'cap-changed', actor: 'curfew', detail: {} }, 'journal').item;
    });
  let pages = 0;
  async function send() {
    pages += 1;
    return Promise.resolve({ Items: pageOf(pages - 1), ...(pages < 10 && { LastEvaluatedKey: { page: pages } }) });
  }
  // Nothing else of the client is asked for.
  const journal = dynamoJournal({ send } as unknown as DynamoDBDocumentClient, 'journal');

  const entries = await journal.list({ from: '2026-03-15', through: '2026-03-15' }, 500_000);

  expect(entries).toHaveLength(many);
  expect(entries.at(-1)).toMatchObject({ id: 'cap-9-14999', at });
});

test('mails that wait for the end of quiet hours are found, however many there are', async () => {
  const nowMs = Date.parse('2026-03-15T02:30:00.000Z');
  const notBefore = '2026-03-15T07:00:00.000Z';
  const mail = { mailId: 'm', notBefore, writtenAt: notBefore, state: { kind: 'written', attempts: 0 } } as const;
  const outbox = {
    ...memoryOutbox(),
    listOpenStates: async () => Promise.resolve(Array.from({ length: many }, () => mail)),
  };

  const found = await findMails(
    { clock: { now: () => nowMs }, outbox },
    { written: [], without: new Set(), aheadMs: 0 },
  );

  expect(found).toEqual({ due: [], left: many, nextMs: Date.parse(notBefore) });
});
