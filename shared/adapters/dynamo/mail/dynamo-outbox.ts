import { GetCommand, UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Outbox } from '../../../application/mail/ports.ts';
import { tableDefinitions } from '../../../contracts/tables/tables.ts';
import {
  isOpenMail,
  unknownMail,
  type MailState,
  type OpenMail,
  type OutboxMail,
  type UnknownMail,
} from '../../../domain/mail/mail.ts';
import { compareText } from '../../../domain/texts/compare-text.ts';
import { patientBackoff, type Backoff } from '../calls/backoff.ts';
import { eachAtMost } from '../calls/in-chunks.ts';
import { isMade } from '../calls/is-made.ts';
import { newOutboxItem, openMark, OpenMailItem, OutboxItem, outboxMail, StateItem } from '../items/outbox-item.ts';
import { queryAll } from '../calls/read-pages.ts';
import { writeEach } from '../calls/write-each.ts';
import { checkItem, readItem, type Item } from '../items/stored-item.ts';

/** So many mails are in memory at once, with their texts. */
const readsAtOnce = 4;

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

  async function listOpenStates(): Promise<readonly OpenMail[]> {
    const listed = await listIndex(['mailId', 'notBefore', 'state', 'writtenAt']);
    return listed
      .map((item) => readItem(OpenMailItem, item, { table, key: String(item['mailId']) }))
      .filter(({ state }) => isOpenMail(state))
      .toSorted(oldestFirst);
  }

  async function find(mailId: string): Promise<OutboxMail | undefined> {
    const { Item } = await dynamo.send(new GetCommand({ TableName: table, Key: { mailId }, ConsistentRead: true }));
    return Item === undefined ? undefined : mailIn(Item, table);
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
    find,
    async listUnknown() {
      const unknown: UnknownMail[] = [];
      // Read again from the table: the outcome of a mail that the index has as being sent may be known to be unknown.
      const begun = (await listOpenStates()).filter(({ state }) => state.kind !== 'written');
      await eachAtMost(readsAtOnce, begun, async ({ mailId }) => {
        const found = await find(mailId);
        unknown.push(...(found === undefined ? [] : unknownMail(found)));
      });
      return unknown.toSorted(oldestFirst);
    },
    listOpenStates,
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

function oldestFirst(a: Pick<OpenMail, 'mailId' | 'writtenAt'>, b: Pick<OpenMail, 'mailId' | 'writtenAt'>): number {
  return compareText(`${a.writtenAt} ${a.mailId}`, `${b.writtenAt} ${b.mailId}`);
}
