/** Under which CloudWatch keeps the metrics of the runs. */
export const metricNamespace = 'Curfew';

/** The function whose runs they are: one function serves one job of one organization. */
export const functionDimension = 'FunctionName';

/** How a run ended: `complete`, `partial`, `held` or `failed`. */
export const statusDimension = 'status';

/**
 * What a function tells at the end of each run: `shared/runtime/` writes it, `infra/` watches it. All count by
 * function; `runs` by function and status, so that a status which never occurs costs nothing.
 */
export const runMetrics = {
  runs: 'runs',
  /** 1 for a run that did not fail: what the dead-man's switch waits for. */
  runsDone: 'runsDone',
  capsChanged: 'capsChanged',
  capsFailed: 'capsFailed',
  alerts: 'alerts',
  /** Days since the last day for which the figures are complete: 1 on a good morning. */
  dataAgeDays: 'dataAgeDays',
} as const;

/** What the function that takes bounces back tells beside how its runs ended. */
export const mailMetrics = {
  /** Of the admins and of those who stand in for others, how many mail reaches. */
  adminsReachable: 'adminsReachable',
  /** Addresses that mail does not reach. */
  recipientsUnreachable: 'recipientsUnreachable',
} as const;

export const runStatuses = ['complete', 'partial', 'held', 'failed'] as const;
