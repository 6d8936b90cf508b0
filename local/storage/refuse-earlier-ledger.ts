import { ScanCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { CannotStartError } from '../cannot-start-error.ts';

/**
 * Throws CannotStartError for a ledger older than chunks (docs/decisions/006-the-ledger-in-chunks.md), which the next
 * night could not read: better now than at 02:30.
 */
export async function refuseEarlierLedger(dynamo: DynamoDBDocumentClient, table: string, dir: string): Promise<void> {
  // A chunk's item has `text`, an old item `credits`; items of whole days are alike.
  const { Items = [] } = await dynamo.send(
    new ScanCommand({
      TableName: table,
      ConsistentRead: true,
      FilterExpression: '#day <> :days AND attribute_not_exists(#text)',
      ExpressionAttributeNames: { '#day': 'day', '#text': 'text' },
      ExpressionAttributeValues: { ':days': 'days' },
    }),
  );
  if (Items.length > 0) {
    throw new CannotStartError(
      `${dir} holds figures as an earlier version of Curfew kept them. Save what is worth keeping (npx curfew budgets export FILE, teams export FILE), then start over with --fresh, or choose another folder with --state`,
    );
  }
}
