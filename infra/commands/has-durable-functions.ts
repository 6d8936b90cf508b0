import { LambdaClient, ListDurableExecutionsByFunctionCommand } from '@aws-sdk/client-lambda';

/** An unused function name: a region with the operation answers that it does not exist. */
const noFunction = 'curfew-asks-for-durable-functions';

/** Error names for an unknown operation. */
const noOperation = /^(?:UnknownOperation|InvalidAction|NotImplemented|MissingAction)/u;

/** Requests the durable executions of a nonexistent function; the error tells whether Lambda has them. */
export async function hasDurableFunctions(region: string): Promise<'yes' | 'no' | 'unknown'> {
  const client = new LambdaClient({ region, maxAttempts: 2 });
  try {
    await client.send(new ListDurableExecutionsByFunctionCommand({ FunctionName: noFunction, MaxItems: 1 }));
    return 'yes';
  } catch (error) {
    return answerOf(error instanceof Error ? error.name : '');
  } finally {
    client.destroy();
  }
}

function answerOf(name: string): 'yes' | 'no' | 'unknown' {
  if (name === 'ResourceNotFoundException') {
    return 'yes';
  }
  return noOperation.test(name) ? 'no' : 'unknown';
}
