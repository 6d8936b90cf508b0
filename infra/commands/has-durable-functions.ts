import { LambdaClient, ListDurableExecutionsByFunctionCommand } from '@aws-sdk/client-lambda';

/** No function has this name: a region that knows the operation says that it is not there. */
const noFunction = 'curfew-asks-for-durable-functions';

/** Names with which services answer an operation that they do not have. */
const noOperation = /^(?:UnknownOperation|InvalidAction|NotImplemented|MissingAction)/u;

/** Asks Lambda for the durable executions of a function that is not there; what it answers tells whether it has any. */
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
