import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

/** Awaits a conditional write: true when it was made, false when its condition does not hold. */
export async function isMade(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) {
      return false;
    }
    throw error;
  }
}
