/** `all`: lines that end a run are metrics, each of which is paid for by the month. Absent: they are lines. */
export const metricsVariable = 'CURFEW_METRICS';

/** Under which CloudWatch keeps the metrics of the runs. */
export const metricNamespace = 'Curfew';

/** The function whose runs they are: one function serves one job of one organization. */
export const functionDimension = 'FunctionName';

/** The status with which a run ended: `complete`, `partial`, `held` or `failed`. */
export const statusDimension = 'status';

/**
 * What a function writes at the end of each run: `shared/runtime/` writes it, `infra/` watches it. All count by
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

/** What runs did, as one graph of the dashboard shows it. */
export const resultMetrics = {
  title: 'Caps changed and failed, alerts',
  names: [runMetrics.capsChanged, runMetrics.capsFailed, runMetrics.alerts],
} as const;

/** What the function that records bounces counts, beside how its runs ended. */
export const mailMetrics = {
  /** How many of the admins and of the fallback list mail reaches. */
  adminsReachable: 'adminsReachable',
  /** Addresses that mail does not reach. */
  recipientsUnreachable: 'recipientsUnreachable',
} as const;

export const runStatuses = ['complete', 'partial', 'held', 'failed'] as const;
