/** What the use of everybody can be broken down by. */
export const usageBreakdowns = ['user', 'team', 'model', 'day'] as const;
export type UsageBreakdown = (typeof usageBreakdowns)[number];
