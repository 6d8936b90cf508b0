/** List prices without free tiers, in US dollars. */
export const pricesOf = 'US East (N. Virginia), as published in early 2025';

export const prices = {
  tableWriteUnit: 0.625e-6,
  tableReadUnit: 0.125e-6,
  /** 0.25 for items, 0.20 for their restorable copy. */
  tableGbMonth: 0.45,
  /** On arm64. */
  functionGbSecond: 0.0000133334,
  functionRequest: 0.2e-6,
  durableStep: 8e-6,
  /** 0.25 to write, 0.15 to keep for a month. */
  durableGb: 0.4,
  schedule: 1e-6,
  trace: 5e-6,
  /** 0.50 to ingest, 0.03 a month for three months. */
  logGb: 0.59,
  /** Billed in hours with a value. */
  metricMonth: 0.3,
  alarmMonth: 0.1,
  dashboardMonth: 3,
  secretMonth: 0.4,
  secretRead: 5e-6,
  /** Each of the first two yearly rotations adds the same. */
  keyMonth: 1,
  keyRequest: 3e-6,
  /** With an elliptic curve key. */
  signature: 15e-6,
  objectWriteOrList: 5e-6,
  objectRead: 0.4e-6,
  mail: 0.1e-3,
  apiCall: 1e-6,
  /** Monthly, in a user pool of the tier Essentials. */
  signedInPerson: 0.015,
  /** By https. */
  edgeRequest: 1e-6,
  edgeGb: 0.085,
} as const;
