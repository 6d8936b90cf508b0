import type { OperationUpdate, WireOperation } from '@aws/durable-execution-sdk-js';

/** So many operations an execution has at most. */
export const operationsMax = 3_000;

/** So many bytes a step gives at most. */
const payloadBytesMax = 256 * 1024;

/** Raises an error for an update that the service would not take. */
export function refuseIfTooLarge({ Name, Payload = '' }: OperationUpdate): void {
  const bytes = Buffer.byteLength(Payload);
  if (bytes > payloadBytesMax) {
    throw new Error(`"${Name}" gives ${bytes} bytes, and ${payloadBytesMax} are taken at most`);
  }
}

/** What the service makes of an update. */
export function operationAfter(before: WireOperation | undefined, update: OperationUpdate, now: Date): WireOperation {
  const { Id, ParentId, Name, Type, SubType, Action, Payload, Error: failure } = update;
  const base = { Id, ParentId, Name, Type, SubType, StartTimestamp: before?.StartTimestamp ?? now };
  const attempt = before?.StepDetails?.Attempt ?? 0;
  const ended = { Result: Payload, Error: failure };
  const details = Type === 'CONTEXT' ? { ContextDetails: ended } : { StepDetails: { ...ended, Attempt: attempt } };
  switch (Action) {
    case 'START': {
      const end = new Date(now.getTime() + (update.WaitOptions?.WaitSeconds ?? 0) * 1000);
      const wait = Type === 'WAIT' ? { WaitDetails: { ScheduledEndTimestamp: end } } : {};
      return { ...base, Status: 'STARTED', ...(Type === 'STEP' && { StepDetails: { Attempt: attempt } }), ...wait };
    }
    case 'SUCCEED':
      return { ...base, Status: 'SUCCEEDED', EndTimestamp: now, ...details };
    case 'FAIL':
      return { ...base, Status: 'FAILED', EndTimestamp: now, ...details };
    case 'RETRY': {
      const next = new Date(now.getTime() + (update.StepOptions?.NextAttemptDelaySeconds ?? 1) * 1000);
      return { ...base, Status: 'PENDING', StepDetails: { Attempt: attempt + 1, NextAttemptTimestamp: next } };
    }
    case 'CANCEL':
    case undefined:
      throw new Error(`the twin of the service knows no ${String(Action)}`);
  }
}

/** When an operation that waits is to go on, and as what. */
export function dueOf(operation: WireOperation): { readonly atMs: number; readonly ready: WireOperation } | undefined {
  const { Type, Status, StepDetails, WaitDetails } = operation;
  if (Type === 'STEP' && Status === 'PENDING') {
    return { atMs: momentOf(StepDetails?.NextAttemptTimestamp), ready: { ...operation, Status: 'READY' } };
  }
  if (Type === 'WAIT' && Status === 'STARTED') {
    return { atMs: momentOf(WaitDetails?.ScheduledEndTimestamp), ready: { ...operation, Status: 'SUCCEEDED' } };
  }
  return undefined;
}

function momentOf(timestamp: Date | string | undefined): number {
  return new Date(timestamp ?? 0).getTime();
}
