import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** A client that passes everything on, and what went through it: the names of the commands, and their inputs. */
export function countingClient(dynamo: () => DynamoDBDocumentClient) {
  const sent: { readonly name: string; readonly input: unknown }[] = [];
  const send = async (command: { readonly input: unknown }) => {
    sent.push({ name: command.constructor.name, input: command.input });
    return dynamo().send(command as Parameters<DynamoDBDocumentClient['send']>[0]);
  };
  // The rest of the client is never asked for.
  const client = { send } as unknown as DynamoDBDocumentClient;
  const count = (name: RegExp) => sent.filter((each) => name.test(each.name)).length;
  return { client, sent, count };
}
