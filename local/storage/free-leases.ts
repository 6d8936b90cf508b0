import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { ScanCommand, UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** More leases than there are jobs. */
const leasesMax = 100;

/** Of a new installation nothing was ever leased. */
function noneYet(error: unknown): { readonly Items?: undefined } {
  if (error instanceof ResourceNotFoundException) {
    return {};
  }
  throw error;
}

/**
 * Gives back every lease. Only for who alone has the tables: whoever held a lease then was killed before it could give
 * it back, and waiting for its end would hold the next run for nothing. The fences stay as they are.
 */
export async function freeLeases(dynamo: DynamoDBDocumentClient, table: string): Promise<void> {
  const { Items = [] } = await dynamo
    .send(new ScanCommand({ TableName: table, ConsistentRead: true, Limit: leasesMax }))
    .catch(noneYet);
  // Each write waits for the disk: most often every lease was given back.
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
