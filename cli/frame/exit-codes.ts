/** How a command ended, for scripts. Held is also what was only shown and would be held: its document has `held`. */
export const exitCodes = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  someRowsFailed: 3,
  held: 4,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
