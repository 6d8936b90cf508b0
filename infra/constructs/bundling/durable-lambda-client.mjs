// The Lambda client calls that a durable function needs: to read its run and to write checkpoints. The durable
// executions package imports the whole client late, which prevents tree-shaking and could change any function, so these
// come from their own files.
export { CheckpointDurableExecutionCommand } from '../../../node_modules/@aws-sdk/client-lambda/dist-es/commands/CheckpointDurableExecutionCommand.js';
export { GetDurableExecutionStateCommand } from '../../../node_modules/@aws-sdk/client-lambda/dist-es/commands/GetDurableExecutionStateCommand.js';
export { LambdaClient } from '../../../node_modules/@aws-sdk/client-lambda/dist-es/LambdaClient.js';
