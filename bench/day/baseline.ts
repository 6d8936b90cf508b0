/** What the same days took under an earlier build, as `npm run bench -- day` measured it. */
export const baseline = {
  revision: '7063273d3',
  users: 250,
  sessions: 12,
  /** One session a person at work; all sessions at work. */
  days: [
    { written: 9_908, calls: 2_983 },
    { written: 148_712, calls: 9_430 },
  ],
} as const;
