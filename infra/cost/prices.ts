/** Where and when the prices are from: list prices, without any free tier, in US dollars. */
export const pricesOf = 'US East (N. Virginia), as published in early 2025';

export const prices = {
  tableWriteUnit: 0.625e-6,
  tableReadUnit: 0.125e-6,
  /** 0.25 for the items, 0.20 for their restorable copy. */
  tableGbMonth: 0.45,
  /** On arm64. */
  functionGbSecond: 0.0000133334,
  functionRequest: 0.2e-6,
  durableStep: 8e-6,
  /** 0.25 to write, 0.15 to keep for a month. */
  durableGb: 0.4,
  schedule: 1e-6,
  trace: 5e-6,
  /** 0.50 to take it in, 0.03 a month for each of three. */
  logGb: 0.59,
  /** By the hour in which it has a value. */
  metricMonth: 0.3,
  alarmMonth: 0.1,
  dashboardMonth: 3,
  secretMonth: 0.4,
  secretRead: 5e-6,
  /** Each year in which it is rotated adds as much, for the first two. */
  keyMonth: 1,
  keyRequest: 3e-6,
  /** With a key of elliptic curves. */
  signature: 15e-6,
  objectWriteOrList: 5e-6,
  objectRead: 0.4e-6,
  mail: 0.1e-3,
  apiCall: 1e-6,
  /** In a month, of a user pool of the tier Essentials. */
  signedInPerson: 0.015,
  /** By https. */
  edgeRequest: 1e-6,
  edgeGb: 0.085,
} as const;
