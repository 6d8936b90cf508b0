import type { Day } from '../kernel/time/day.ts';

/** Days from the platform's analytics. Undefined figures were not given, which is not 0. */
export interface ActivityOfDay {
  readonly day: Day;
  readonly dailyActiveUsers: number | undefined;
  /** For the 7 and the 30 days that end with this one. */
  readonly weeklyActiveUsers: number | undefined;
  readonly monthlyActiveUsers: number | undefined;
  /** A user of several clients counts in each. */
  readonly dailyActiveUsersByClient: Readonly<Record<string, number>>;
  readonly sessions: number | undefined;
  readonly userMessages: number | undefined;
}

export interface ToolsOfDay {
  readonly day: Day;
  readonly toolCalls: number | undefined;
  readonly byTool: readonly { readonly tool: string; readonly invocations: number }[];
  readonly usersWithMcp: number | undefined;
  readonly byMcpServer: readonly { readonly server: string; readonly invocations: number }[];
  /** Tool calls per user turn: median and 90th percentile. */
  readonly autonomyRatioP50: number | undefined;
  readonly autonomyRatioP90: number | undefined;
  /** Shares of 1. */
  readonly autonomyLevelShares: Readonly<Record<AutonomyLevel, number | undefined>> | undefined;
}

export const autonomyLevels = ['autoHigh', 'autoMedium', 'autoLow', 'manual'] as const;
export type AutonomyLevel = (typeof autonomyLevels)[number];

export interface ProductivityOfDay {
  readonly day: Day;
  readonly filesCreated: number | undefined;
  readonly filesEdited: number | undefined;
  readonly byLanguage: readonly { readonly language: string; readonly count: number }[];
  readonly gitCommits: number | undefined;
  readonly gitPrsCreated: number | undefined;
}

export interface PlatformDays {
  readonly activity?: readonly ActivityOfDay[];
  readonly tools?: readonly ToolsOfDay[];
  readonly productivity?: readonly ProductivityOfDay[];
}
