import { GetCommand, PutCommand, UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Outbox } from '../../application/ports.ts';
import { tableDefinitions } from '../../contracts/tables.ts';
import { isOpenMail, type MailState, type OutboxMail } from '../../domain/mail/mail.ts';
import { patientBackoff, type Backoff } from './backoff.ts';
import { getAll } from './batches.ts';
import { eachAtMost } from './in-chunks.ts';
import { isMade } from './is-made.ts';
import { newOutboxItem, openMark, OutboxItem, outboxMail, StateItem } from './outbox-item.ts';
import { queryAll } from './read-pages.ts';
import { checkItem, readItem, type Item } from './stored-item.ts';

const concurrencyMax = 4;

/** The outbox table. Mails keep their texts after they went out: they are the evidence of what was said. */
export function dynamoOutbox(dynamo: DynamoDBDocumentClient, table: string, backoff: Backoff = patientBackoff): Outbox {
  return {
    async write(mails, at) {
      await eachAtMost(concurrencyMax, mails, async (mail) => {
        const item = checkItem(OutboxItem, newOutboxItem(mail, at), { table, key: mail.mailId });
        // A refusal is a mail that is there already, maybe by an earlier attempt of this very call.
        await isMade(
          dynamo.send(
            new PutCommand({ TableName: table, Item: item, ConditionExpression: 'attribute_not_exists(mailId)' }),
          ),
        );
      });
    },
    async find(mailId) {
      const { Item } = await dynamo.send(new GetCommand({ TableName: table, Key: { mailId }, ConsistentRead: true }));
      return Item === undefined ? undefined : mailIn(Item, table);
    },
    async listOpen() {
      const { name, partitionKey } = tableDefinitions.outbox.sparseIndex;
      const listed = await queryAll(dynamo, {
        TableName: table,
        IndexName: name,
        KeyConditionExpression: '#open = :open',
        ExpressionAttributeNames: { '#open': partitionKey },
        ExpressionAttributeValues: { ':open': openMark },
        ProjectionExpression: 'mailId',
      });
      // An index lags behind its table: what it lists is read again where the last word stands.
      const keys = listed.map(({ mailId }) => ({ mailId }));
      const mails = (await getAll(dynamo, { table, backoff }, keys)).map((item) => mailIn(item, table));
      return mails.filter(({ state }) => isOpenMail(state)).toSorted(oldestFirst);
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
  const [first, second] = [`${a.writtenAt} ${a.mail.mailId}`, `${b.writtenAt} ${b.mail.mailId}`];
  return Number(first > second) - Number(first < second);
}
