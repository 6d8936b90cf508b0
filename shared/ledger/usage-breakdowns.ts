/** Dimensions by which total use can be broken down. */
export const usageBreakdowns = ['user', 'team', 'model', 'day'] as const;
export type UsageBreakdown = (typeof usageBreakdowns)[number];
