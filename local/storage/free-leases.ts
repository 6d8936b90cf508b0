import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { ScanCommand, UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** More leases than jobs. */
const leasesMax = 100;

/** A new installation has no leases table. */
function noneYet(error: unknown): { readonly Items?: undefined } {
  if (error instanceof ResourceNotFoundException) {
    return {};
  }
  throw error;
}

/**
 * Releases every lease. Requires exclusive use of the tables: former owners were killed, and waiting for their leases
 * would delay the next run. Fences stay.
 */
export async function freeLeases(dynamo: DynamoDBDocumentClient, table: string): Promise<void> {
  const { Items = [] } = await dynamo
    .send(new ScanCommand({ TableName: table, ConsistentRead: true, Limit: leasesMax }))
    .catch(noneYet);
  // Each write waits for the disk, and usually every lease is released.
  for (const item of Items.filter(({ expiresAtMs }) => expiresAtMs !== 0)) {
    await dynamo.send(
      new UpdateCommand({
        TableName: table,
        Key: { name: item['name'] },
        UpdateExpression: 'SET expiresAtMs = :past',
        ExpressionAttributeValues: { ':past': 0 },
      }),
    );
  }
}
