export const usageBreakdowns = ['user', 'team', 'model', 'day'] as const;
export type UsageBreakdown = (typeof usageBreakdowns)[number];
