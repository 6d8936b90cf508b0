import type { Day } from '../time/day.ts';

/** Days as the platform's analytics report them. A figure that is undefined was not said, which is not 0. */
export interface ActivityOfDay {
  readonly day: Day;
  readonly dailyActiveUsers: number | undefined;
  /** Of the seven and of the thirty days that end with this one. */
  readonly weeklyActiveUsers: number | undefined;
  readonly monthlyActiveUsers: number | undefined;
  /** Somebody who uses several counts in each. */
  readonly dailyActiveUsersByClient: Readonly<Record<string, number>>;
  readonly sessions: number | undefined;
  readonly userMessages: number | undefined;
}

/** What agents did on a day, and how much of it on their own. */
export interface ToolsOfDay {
  readonly day: Day;
  readonly toolCalls: number | undefined;
  readonly byTool: readonly { readonly tool: string; readonly invocations: number }[];
  readonly usersWithMcp: number | undefined;
  readonly byMcpServer: readonly { readonly server: string; readonly invocations: number }[];
  /** Tool calls per turn of a user: the median and the 90th percentile. */
  readonly autonomyRatioP50: number | undefined;
  readonly autonomyRatioP90: number | undefined;
  /** Parts of 1. */
  readonly autonomyLevelShares: Readonly<Record<AutonomyLevel, number | undefined>> | undefined;
}

export const autonomyLevels = ['autoHigh', 'autoMedium', 'autoLow', 'manual'] as const;
export type AutonomyLevel = (typeof autonomyLevels)[number];

/** What agents changed on a day. */
export interface ProductivityOfDay {
  readonly day: Day;
  readonly filesCreated: number | undefined;
  readonly filesEdited: number | undefined;
  readonly byLanguage: readonly { readonly language: string; readonly count: number }[];
  readonly gitCommits: number | undefined;
  readonly gitPrsCreated: number | undefined;
}

/** What the platform said of two weeks; absent where it could not be read. */
export interface PlatformDays {
  readonly activity?: readonly ActivityOfDay[];
  readonly tools?: readonly ToolsOfDay[];
  readonly productivity?: readonly ProductivityOfDay[];
}
