import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';

/** The IAM actions that a command needs, as `TABLE action` or `TABLE/index/INDEX action`. */
export function requestedActions(command: unknown): readonly string[] {
  if (command instanceof BatchGetCommand || command instanceof BatchWriteCommand) {
    const action = command instanceof BatchGetCommand ? 'BatchGetItem' : 'BatchWriteItem';
    return Object.keys(command.input.RequestItems ?? {}).map((table) => `${table} dynamodb:${action}`);
  }
  if (command instanceof TransactWriteCommand) {
    return (command.input.TransactItems ?? []).flatMap(actionsOfPart);
  }
  if (command instanceof QueryCommand || command instanceof ScanCommand) {
    const { TableName, IndexName } = command.input;
    const action = command instanceof QueryCommand ? 'Query' : 'Scan';
    return [`${TableName}${IndexName === undefined ? '' : `/index/${IndexName}`} dynamodb:${action}`];
  }
  const action = actionOnItem(command);
  return [`${action.command.input.TableName} dynamodb:${action.name}`];
}

function actionOnItem(command: unknown) {
  if (command instanceof GetCommand) {
    return { name: 'GetItem', command };
  }
  if (command instanceof PutCommand) {
    return { name: 'PutItem', command };
  }
  if (command instanceof UpdateCommand) {
    return { name: 'UpdateItem', command };
  }
  if (command instanceof DeleteCommand) {
    return { name: 'DeleteItem', command };
  }
  throw new Error('a command that this test does not know');
}

/** A transaction needs the actions of its parts and none of its own. */
function actionsOfPart(part: NonNullable<TransactWriteCommand['input']['TransactItems']>[number]): readonly string[] {
  const parts = [
    { name: 'PutItem', table: part.Put?.TableName },
    { name: 'UpdateItem', table: part.Update?.TableName },
    { name: 'DeleteItem', table: part.Delete?.TableName },
    { name: 'ConditionCheckItem', table: part.ConditionCheck?.TableName },
  ];
  return parts.flatMap(({ name, table }) => (table === undefined ? [] : [`${table} dynamodb:${name}`]));
}
