/** `all`: lines that end a run are metrics, billed monthly. Absent: they are plain lines. */
export const metricsVariable = 'CURFEW_METRICS';

export const metricNamespace = 'Curfew';

/** One function serves one job of one organization. */
export const functionDimension = 'FunctionName';

export const statusDimension = 'status';

/**
 * Metrics at the end of each run: `shared/kernel/runtime/` writes them, `infra/` watches them. By function; `runs` also by
 * status, so that a status that never occurs costs nothing.
 */
export const runMetrics = {
  runs: 'runs',
  /** 1 for a run that did not fail: the dead-man's switch waits for it. */
  runsDone: 'runsDone',
  capsChanged: 'capsChanged',
  capsFailed: 'capsFailed',
  alerts: 'alerts',
  /** Days since the last complete day: 1 in normal operation. */
  dataAgeDays: 'dataAgeDays',
} as const;

export const resultMetrics = {
  title: 'Caps changed and failed, alerts',
  names: [runMetrics.capsChanged, runMetrics.capsFailed, runMetrics.alerts],
} as const;

export const mailMetrics = {
  /** Reachable admins and fallback recipients. */
  adminsReachable: 'adminsReachable',
  recipientsUnreachable: 'recipientsUnreachable',
} as const;

export const runStatuses = ['complete', 'partial', 'held', 'failed'] as const;
