import { GetCommand, UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Outbox } from '../../../application/mail/ports.ts';
import { tableDefinitions } from '../../../contracts/tables/tables.ts';
import { isOpenMail, type MailState, type OutboxMail } from '../../../domain/mail/mail.ts';
import { patientBackoff, type Backoff } from '../calls/backoff.ts';
import { getAll } from '../calls/batches.ts';
import { isMade } from '../calls/is-made.ts';
import { newOutboxItem, openMark, OpenMailItem, OutboxItem, outboxMail, StateItem } from '../items/outbox-item.ts';
import { queryAll } from '../calls/read-pages.ts';
import { writeEach } from '../calls/write-each.ts';
import { checkItem, readItem, type Item } from '../items/stored-item.ts';

/** The outbox table. Mails keep their texts after they went out: they are the evidence of what was said. */
export function dynamoOutbox(dynamo: DynamoDBDocumentClient, table: string, backoff: Backoff = patientBackoff): Outbox {
  /** These attributes of what the index lists, oldest first. An index lags behind its table. */
  async function listIndex(attributes: readonly string[]): Promise<readonly Item[]> {
    const { name, partitionKey } = tableDefinitions.outbox.sparseIndex;
    // `state` is a word of DynamoDB's own: every name goes in by a placeholder.
    const placeholders = attributes.map((attribute) => [`#${attribute}`, attribute]);
    return queryAll(dynamo, {
      TableName: table,
      IndexName: name,
      KeyConditionExpression: '#open = :open',
      ExpressionAttributeNames: { '#open': partitionKey, ...Object.fromEntries(placeholders) },
      ExpressionAttributeValues: { ':open': openMark },
      ProjectionExpression: placeholders.map(([placeholder]) => placeholder).join(', '),
    });
  }

  return {
    async write(mails, at) {
      const puts = mails.map((mail) => ({
        Put: {
          TableName: table,
          Item: checkItem(OutboxItem, newOutboxItem(mail, at), { table, key: mail.mailId }),
          ConditionExpression: 'attribute_not_exists(mailId)',
        },
      }));
      // A refusal is a mail that is there already, maybe by an earlier attempt of this very call.
      await writeEach(dynamo, puts, backoff);
    },
    async find(mailId) {
      const { Item } = await dynamo.send(new GetCommand({ TableName: table, Key: { mailId }, ConsistentRead: true }));
      return Item === undefined ? undefined : mailIn(Item, table);
    },
    async listOpen() {
      const listed = await listIndex(['mailId']);
      // What the index lists is read again from the table.
      const keys = listed.map(({ mailId }) => ({ mailId }));
      const mails = (await getAll(dynamo, { table, backoff }, keys)).map((item) => mailIn(item, table));
      return mails.filter(({ state }) => isOpenMail(state)).toSorted(oldestFirst);
    },
    async listOpenStates() {
      const listed = await listIndex(['mailId', 'notBefore', 'state', 'writtenAt']);
      return listed
        .map((item) => readItem(OpenMailItem, item, { table, key: String(item['mailId']) }))
        .filter(({ state }) => isOpenMail(state))
        .toSorted((a, b) => inOrder([a.writtenAt, a.mailId], [b.writtenAt, b.mailId]));
    },
    async move(mailId, seen, next) {
      return isMade(dynamo.send(moveOf({ table, mailId }, seen, next)));
    },
  };
}

/** A mail that is in the next state already was moved there by an attempt of this very call whose answer was lost. */
function moveOf(
  { table, mailId }: { readonly table: string; readonly mailId: string },
  seen: MailState,
  next: MailState,
): UpdateCommand {
  const mark = isOpenMail(next)
    ? { update: ', #open = :open', values: { ':open': openMark } }
    : { update: ' REMOVE #open' };
  return new UpdateCommand({
    TableName: table,
    Key: { mailId },
    UpdateExpression: `SET #state = :next${mark.update}`,
    ConditionExpression: '#state = :seen OR #state = :next',
    ExpressionAttributeNames: { '#state': 'state', '#open': tableDefinitions.outbox.sparseIndex.partitionKey },
    ExpressionAttributeValues: {
      ':seen': seen,
      ':next': checkItem(StateItem, { ...next }, { table, key: mailId }),
      ...mark.values,
    },
  });
}

function mailIn(item: Item, table: string): OutboxMail {
  return outboxMail(readItem(OutboxItem, item, { table, key: String(item['mailId']) }));
}

function oldestFirst(a: OutboxMail, b: OutboxMail): number {
  return inOrder([a.writtenAt, a.mail.mailId], [b.writtenAt, b.mail.mailId]);
}

function inOrder(a: readonly string[], b: readonly string[]): number {
  const [first, second] = [a.join(' '), b.join(' ')];
  return Number(first > second) - Number(first < second);
}
