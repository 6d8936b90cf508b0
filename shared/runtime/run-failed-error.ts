/** A run could not do its work: the event is to be tried again, then kept as a dead letter. */
export class RunFailedError extends Error {
  override readonly name = 'RunFailedError';

  constructor(runId: string, problems: readonly string[]) {
    super(`${runId} failed: ${problems.join('; ')}`);
  }
}
