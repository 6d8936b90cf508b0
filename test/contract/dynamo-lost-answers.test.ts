import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';

import type { BudgetTerms } from '../../shared/budgets/budget.ts';
import { dynamoBudgetStore } from '../../shared/budgets/store.ts';
import { editOfGrant } from '../../shared/grants/grant.ts';
import { dynamoGrantStore } from '../../shared/grants/store.ts';
import type { JournalEntry } from '../../shared/journal/journal-entry.ts';
import { dynamoJournal } from '../../shared/journal/store/dynamo-journal.ts';
import { dynamoLeaseStore } from '../../shared/kernel/runs/store/dynamo-lease-store.ts';
import { dynamoRunStore } from '../../shared/kernel/runs/store/dynamo-run-store.ts';
import { dynamoLedgerStore } from '../../shared/ledger/store/dynamo-ledger-store.ts';
import { dynamoLimitStore } from '../../shared/limits/store.ts';
import type { MailState } from '../../shared/mail/mail.ts';
import { dynamoOutbox } from '../../shared/mail/store/dynamo-outbox.ts';
import { dynamoRecipientStore } from '../../shared/mail/store/dynamo-recipient-store.ts';
import { dynamoTeamStore } from '../../shared/teams/store.ts';
import { aTopUp } from '../support/grants.ts';
import { useSpoiledEngine } from '../support/spoiled-engine.ts';
import { rules } from '../support/teams.ts';
import { aMail } from './mail-sender-contract.ts';

const engine = useSpoiledEngine();

const at = '2026-03-15T02:30:00.000Z';
const march = { from: '2026-03-01', through: '2026-03-31' };
const author = { name: 'ada@x.example', at };
const made = { by: author.name, at, way: 'command' } as const;
const claim = { owner: 'me', nowMs: 0, durationMs: 1_000 };
const written: MailState = { kind: 'written', attempts: 0 };
const sending: MailState = { kind: 'sending', attempts: 1, owner: 'me', since: at };

const terms: BudgetTerms = {
  scope: { kind: 'org' },
  window: 'month',
  amount: { kind: 'credits', credits: 500 },
  mode: 'enforce',
  thresholds: [50],
  forecastAlert: true,
  owners: [],
};

function anEntry(id: string): JournalEntry {
  return { id, at, kind: 'budget-changed', actor: author.name, detail: {} };
}

/** The first call is carried out and its answer lost; the client sends it again by itself. */
function loseFirstAnswer(operation: string): void {
  engine.spoil({ operation, nth: 1, fault: { kind: 'drop-answer' } });
}

describe('when the answer to a write is lost', () => {
  test('an edit is made once, with one journal entry', async () => {
    const tables = engine.tables();
    const store = dynamoBudgetStore(engine.dynamo(), tables);
    loseFirstAnswer('TransactWriteItems');

    await store.edit({ key: terms, seenVersion: 0, version: 1, ...made, terms }, anEntry('e-1'));

    expect(engine.countOf('TransactWriteItems')).toBe(2);
    expect((await store.list()).budgets).toMatchObject([{ version: 1 }]);
    expect(await dynamoJournal(engine.dynamo(), tables.journal).list(march, 10)).toEqual([anEntry('e-1')]);
  });

  test('rows of the ledger are set once, and those of others stay', async () => {
    const store = dynamoLedgerStore(engine.dynamo(), engine.tables().ledger);
    await store.putRows('2026-03-15', [{ userId: 'u-1', credits: 5, email: null }]);
    const puts = engine.countOf('PutItem');
    engine.spoil({ operation: 'PutItem', nth: puts + 1, fault: { kind: 'drop-answer' } });

    await store.putRows('2026-03-15', [{ userId: 'u-1', credits: 7, email: 'a@x.example' }]);

    expect(engine.countOf('PutItem')).toBeGreaterThan(puts + 2);
    expect(await store.readRows('2026-03-15')).toEqual([{ userId: 'u-1', credits: 7, email: 'a@x.example' }]);
  });

  test('an edit whose every answer is lost is recognized as made when it is made again', async () => {
    const store = dynamoBudgetStore(engine.dynamo(), engine.tables());
    const edit = { key: terms, seenVersion: 0, version: 1, ...made, terms };
    engine.spoil({ operation: 'TransactWriteItems', fault: { kind: 'drop-answer' } });

    await expect(store.edit(edit, anEntry('e-1'))).rejects.toThrow(/./);
    engine.endSpoiling();
    await store.edit(edit, anEntry('e-1'));

    expect((await store.list()).budgets).toMatchObject([{ version: 1 }]);
  });

  test('a removal whose every answer is lost is recognized as made when it is made again', async () => {
    const store = dynamoBudgetStore(engine.dynamo(), engine.tables());
    const removal = { key: terms, seenVersion: 1, version: 2, ...made };
    await store.edit({ key: terms, seenVersion: 0, version: 1, ...made, terms }, anEntry('e-1'));
    engine.spoil({ operation: 'TransactWriteItems', fault: { kind: 'drop-answer' } });

    await expect(store.edit(removal, anEntry('e-2'))).rejects.toThrow(/./);
    engine.endSpoiling();
    await store.edit(removal, anEntry('e-2'));

    expect((await store.list()).budgets).toEqual([]);
  });

  test('a direct edit is taken up once, with one version and one journal entry', async () => {
    const tables = engine.tables();
    const store = dynamoBudgetStore(engine.dynamo(), tables);
    await engine
      .dynamo()
      .send(new PutCommand({ TableName: tables.budgets, Item: { scope: 'org', window: 'month', amount: 5 } }));
    const edit = { key: terms, seenVersion: 0, version: 1, by: 'unknown', at, way: 'direct-edit', terms } as const;
    engine.spoil({ operation: 'TransactWriteItems', fault: { kind: 'drop-answer' } });

    await expect(store.adopt(edit, anEntry('e-1'))).rejects.toThrow(/./);
    engine.endSpoiling();
    await store.adopt(edit, anEntry('e-1'));

    expect(await store.listVersions()).toMatchObject([{ version: 1 }]);
    expect(await dynamoJournal(engine.dynamo(), tables.journal).list(march, 10)).toEqual([anEntry('e-1')]);
  });

  test('a top-up is added once, with one journal entry, however often it is tried', async () => {
    const tables = engine.tables();
    const store = dynamoGrantStore(engine.dynamo(), tables);
    engine.spoil({ operation: 'TransactWriteItems', fault: { kind: 'drop-answer' } });

    const edit = editOfGrant(aTopUp({}), anEntry('e-1'));
    await expect(store.edit(edit, anEntry('e-1'))).rejects.toThrow(/./);
    engine.endSpoiling();
    await store.edit(edit, anEntry('e-1'));

    expect((await store.list()).grants).toEqual([aTopUp({})]);
    expect(await dynamoJournal(engine.dynamo(), tables.journal).list(march, 10)).toEqual([anEntry('e-1')]);
  });

  test.for([
    ['an edit', { name: 'web', members: rules('b@x.example'), position: 2 }],
    ['a removal', undefined],
  ] as const)('%s of a team is made once, with one journal entry, however often it is tried', async ([, wanted]) => {
    const tables = engine.tables();
    const store = dynamoTeamStore(engine.dynamo(), tables);
    const first = { name: 'web', members: rules('a@x.example'), position: 1 };
    await store.edit({ key: first, seenVersion: 0, version: 1, ...made, terms: first }, anEntry('e-1'));
    const edit = { key: first, seenVersion: 1, version: 2, ...made, ...(wanted && { terms: wanted }) };
    engine.spoil({ operation: 'TransactWriteItems', fault: { kind: 'drop-answer' } });

    await expect(store.edit(edit, anEntry('e-2'))).rejects.toThrow(/./);
    engine.endSpoiling();
    await store.edit(edit, anEntry('e-2'));

    expect((await store.list()).teams).toMatchObject(wanted === undefined ? [] : [{ ...wanted, version: 2 }]);
    const entries = await dynamoJournal(engine.dynamo(), tables.journal).list(march, 10);
    expect(entries).toEqual([anEntry('e-1'), anEntry('e-2')]);
  });

  test('a free lease is acquired under the first fence', async () => {
    const store = dynamoLeaseStore(engine.dynamo(), engine.tables().leases);
    loseFirstAnswer('PutItem');

    const outcome = await store.acquire('enforce', claim);

    expect(engine.countOf('PutItem')).toBe(2);
    expect(outcome).toEqual({
      kind: 'acquired',
      lease: { name: 'enforce', owner: 'me', fence: 1, expiresAtMs: 1_000 },
    });
  });

  test('an expired lease is taken over under the next fence', async () => {
    const store = dynamoLeaseStore(engine.dynamo(), engine.tables().leases);
    await store.acquire('enforce', { ...claim, owner: 'somebody else' });
    engine.endSpoiling();
    loseFirstAnswer('PutItem');

    const outcome = await store.acquire('enforce', { ...claim, nowMs: 1_000 });

    expect(outcome).toMatchObject({ kind: 'acquired', lease: { owner: 'me', fence: 1_000 } });
  });

  test('a lease is renewed for its holder', async () => {
    const store = dynamoLeaseStore(engine.dynamo(), engine.tables().leases);
    const lease = { name: 'enforce', owner: 'me', fence: 1, expiresAtMs: 1_000 };
    await store.acquire('enforce', claim);
    loseFirstAnswer('UpdateItem');

    const renewed = await store.renew(lease, { nowMs: 500, durationMs: 1_000 });

    expect(renewed).toEqual({ ...lease, expiresAtMs: 1_500 });
  });

  test('limits are written once and not taken for those of a newer run', async () => {
    const store = dynamoLimitStore(engine.dynamo(), engine.tables().limits);
    const record = { userId: 'u-1', email: 'a@x.example', unsettled: [] };
    loseFirstAnswer('TransactWriteItems');

    await store.put([record], 1);

    expect(await store.list()).toEqual([record]);
  });

  test('journal entries are written once', async () => {
    const journal = dynamoJournal(engine.dynamo(), engine.tables().journal);
    loseFirstAnswer('TransactWriteItems');

    await journal.append([anEntry('e-1'), anEntry('e-2')]);

    expect(await journal.list(march, 10)).toEqual([anEntry('e-1'), anEntry('e-2')]);
  });

  test('a mail is written to the outbox once', async () => {
    const outbox = dynamoOutbox(engine.dynamo(), engine.tables().outbox);
    loseFirstAnswer('PutItem');

    await outbox.write([aMail()], at);

    expect(await outbox.find(aMail().mailId)).toEqual({ mail: aMail(), state: written, writtenAt: at });
  });

  test('an own move is not mistaken for a concurrent one', async () => {
    const outbox = dynamoOutbox(engine.dynamo(), engine.tables().outbox);
    await outbox.write([aMail()], at);
    loseFirstAnswer('UpdateItem');

    const isMoved = await outbox.move('m-1', written, sending);

    expect(engine.countOf('UpdateItem')).toBe(2);
    expect(isMoved).toBe(true);
  });

  test('an address is noted once, and its own write is not mistaken for a concurrent one', async () => {
    const store = dynamoRecipientStore(engine.dynamo(), engine.tables().recipients);
    const trouble = { cause: 'bounce', since: at, at, detail: 'user unknown' } as const;
    loseFirstAnswer('PutItem');

    const isWritten = await store.replace({ address: 'ann@x.example', trouble, version: 0 });

    expect(isWritten).toBe(true);
    expect(engine.countOf('PutItem')).toBe(2);
    expect(await store.list()).toEqual([{ address: 'ann@x.example', trouble, version: 1 }]);
  });

  test('the moment of a job is moved forward once', async () => {
    const runs = dynamoRunStore(engine.dynamo(), engine.tables());
    loseFirstAnswer('PutItem');

    const isMoved = await runs.markApplied('enforce', at);

    expect(isMoved).toBe(true);
  });
});
