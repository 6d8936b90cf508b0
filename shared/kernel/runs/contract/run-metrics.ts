/** `all`: lines that end a run are metrics, billed monthly. Absent: they are plain lines. */
export const metricsVariable = 'CURFEW_METRICS';

export const metricNamespace = 'Curfew';

/** One function serves one job of one organization. */
export const functionDimension = 'FunctionName';

export const statusDimension = 'status';

/**
`shared/kernel/runtime/` `shared/kernel/runtime/`*`shared/kernel/runtime/` `shared/kernel/runtime/`M`shared/kernel/runtime/`e`shared/kernel/runtime/`t`shared/kernel/runtime/`r`shared/kernel/runtime/`i`shared/kernel/runtime/`c`shared/kernel/runtime/`s`shared/kernel/runtime/` `shared/kernel/runtime/`a`shared/kernel/runtime/`t`shared/kernel/runtime/` `shared/kernel/runtime/`t`shared/kernel/runtime/`h`shared/kernel/runtime/`e`shared/kernel/runtime/` `shared/kernel/runtime/`e`shared/kernel/runtime/`n`shared/kernel/runtime/`d`shared/kernel/runtime/` `shared/kernel/runtime/`o`shared/kernel/runtime/`f`shared/kernel/runtime/` `shared/kernel/runtime/`e`shared/kernel/runtime/`a`shared/kernel/runtime/`c`shared/kernel/runtime/`h`shared/kernel/runtime/` `shared/kernel/runtime/`r`shared/kernel/runtime/`u`shared/kernel/runtime/`n`shared/kernel/runtime/`:`shared/kernel/runtime/` `shared/kernel/runtime/```shared/kernel/runtime/`s`shared/kernel/runtime/`h`shared/kernel/runtime/`a`shared/kernel/runtime/`r`shared/kernel/runtime/`e`shared/kernel/runtime/`d`shared/kernel/runtime/`/`shared/kernel/runtime/`r`shared/kernel/runtime/`u`shared/kernel/runtime/`n`shared/kernel/runtime/`t`shared/kernel/runtime/`i`shared/kernel/runtime/`m`shared/kernel/runtime/`e`shared/kernel/runtime/`/`shared/kernel/runtime/```shared/kernel/runtime/` `shared/kernel/runtime/`w`shared/kernel/runtime/`r`shared/kernel/runtime/`i`shared/kernel/runtime/`t`shared/kernel/runtime/`e`shared/kernel/runtime/`s`shared/kernel/runtime/` `shared/kernel/runtime/`t`shared/kernel/runtime/`h`shared/kernel/runtime/`e`shared/kernel/runtime/`m`shared/kernel/runtime/`,`shared/kernel/runtime/` `shared/kernel/runtime/```shared/kernel/runtime/`i`shared/kernel/runtime/`n`shared/kernel/runtime/`f`shared/kernel/runtime/`r`shared/kernel/runtime/`a`shared/kernel/runtime/`/`shared/kernel/runtime/```shared/kernel/runtime/` `shared/kernel/runtime/`w`shared/kernel/runtime/`a`shared/kernel/runtime/`t`shared/kernel/runtime/`c`shared/kernel/runtime/`h`shared/kernel/runtime/`e`shared/kernel/runtime/`s`shared/kernel/runtime/` `shared/kernel/runtime/`t`shared/kernel/runtime/`h`shared/kernel/runtime/`e`shared/kernel/runtime/`m`shared/kernel/runtime/`.`shared/kernel/runtime/` `shared/kernel/runtime/`B`shared/kernel/runtime/`y`shared/kernel/runtime/` `shared/kernel/runtime/`f`shared/kernel/runtime/`u`shared/kernel/runtime/`n`shared/kernel/runtime/`c`shared/kernel/runtime/`t`shared/kernel/runtime/`i`shared/kernel/runtime/`o`shared/kernel/runtime/`n`shared/kernel/runtime/`;`shared/kernel/runtime/` `shared/kernel/runtime/```shared/kernel/runtime/`r`shared/kernel/runtime/`u`shared/kernel/runtime/`n`shared/kernel/runtime/`s`shared/kernel/runtime/```shared/kernel/runtime/` `shared/kernel/runtime/`a`shared/kernel/runtime/`l`shared/kernel/runtime/`s`shared/kernel/runtime/`o`shared/kernel/runtime/` `shared/kernel/runtime/`b`shared/kernel/runtime/`y`shared/kernel/runtime/`
`shared/kernel/runtime/` `shared/kernel/runtime/`*`shared/kernel/runtime/` `shared/kernel/runtime/`s`shared/kernel/runtime/`t`shared/kernel/runtime/`a`shared/kernel/runtime/`t`shared/kernel/runtime/`u`shared/kernel/runtime/`s`shared/kernel/runtime/`,`shared/kernel/runtime/` `shared/kernel/runtime/`s`shared/kernel/runtime/`o`shared/kernel/runtime/` `shared/kernel/runtime/`t`shared/kernel/runtime/`h`shared/kernel/runtime/`a`shared/kernel/runtime/`t`shared/kernel/runtime/` `shared/kernel/runtime/`a`shared/kernel/runtime/` `shared/kernel/runtime/`s`shared/kernel/runtime/`t`shared/kernel/runtime/`a`shared/kernel/runtime/`t`shared/kernel/runtime/`u`shared/kernel/runtime/`s`shared/kernel/runtime/` `shared/kernel/runtime/`t`shared/kernel/runtime/`h`shared/kernel/runtime/`a`shared/kernel/runtime/`t`shared/kernel/runtime/` `shared/kernel/runtime/`n`shared/kernel/runtime/`e`shared/kernel/runtime/`v`shared/kernel/runtime/`e`shared/kernel/runtime/`r`shared/kernel/runtime/` `shared/kernel/runtime/`o`shared/kernel/runtime/`c`shared/kernel/runtime/`c`shared/kernel/runtime/`u`shared/kernel/runtime/`r`shared/kernel/runtime/`s`shared/kernel/runtime/` `shared/kernel/runtime/`c`shared/kernel/runtime/`o`shared/kernel/runtime/`s`shared/kernel/runtime/`t`shared/kernel/runtime/`s`shared/kernel/runtime/` `shared/kernel/runtime/`n`shared/kernel/runtime/`o`shared/kernel/runtime/`t`shared/kernel/runtime/`h`shared/kernel/runtime/`i`shared/kernel/runtime/`n`shared/kernel/runtime/`g`shared/kernel/runtime/`.`shared/kernel/runtime/`
`shared/kernel/runtime/` */
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

/** One dashboard graph. */
export const resultMetrics = {
  title: 'Caps changed and failed, alerts',
  names: [runMetrics.capsChanged, runMetrics.capsFailed, runMetrics.alerts],
} as const;

/** Counted by the function that records bounces. */
export const mailMetrics = {
  /** Reachable admins and fallback recipients. */
  adminsReachable: 'adminsReachable',
  recipientsUnreachable: 'recipientsUnreachable',
} as const;

export const runStatuses = ['complete', 'partial', 'held', 'failed'] as const;
