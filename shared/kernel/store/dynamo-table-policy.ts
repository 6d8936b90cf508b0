import { GetResourcePolicyCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** The resource policy of a table as text; undefined without one. Throws other DynamoDB errors. */
export async function tablePolicyOf(dynamo: DynamoDBClient, ResourceArn: string): Promise<string | undefined> {
  try {
    return (await dynamo.send(new GetResourcePolicyCommand({ ResourceArn }))).Policy;
  } catch (error) {
    if (error instanceof Error && error.name === 'PolicyNotFoundException') {
      return undefined;
    }
    throw error;
  }
}
