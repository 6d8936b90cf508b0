// What a durable function needs of the client of Lambda, and all that its bundle holds of it: to read its own run and to
// write checkpoints. The package of durable executions loads the client as a whole, which could change any function; a
// part of it that is loaded that late is not cut to what is used, so these are taken from their own files.
export { CheckpointDurableExecutionCommand } from '../../../node_modules/@aws-sdk/client-lambda/dist-es/commands/CheckpointDurableExecutionCommand.js';
export { GetDurableExecutionStateCommand } from '../../../node_modules/@aws-sdk/client-lambda/dist-es/commands/GetDurableExecutionStateCommand.js';
export { LambdaClient } from '../../../node_modules/@aws-sdk/client-lambda/dist-es/LambdaClient.js';
