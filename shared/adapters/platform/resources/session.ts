import * as z from 'zod';

import { figure } from '../reading/analytics.ts';
import { identifier, maybe, openEnum } from '../reading/fields.ts';

const tokenUsage = z.object({
  inputTokens: figure,
  outputTokens: figure,
  cacheCreationTokens: figure,
  cacheReadTokens: figure,
  thinkingTokens: figure,
  serviceCredits: figure,
});

/** Tags are written back whole, so all their other fields are kept. */
const tag = z.looseObject({ name: z.string(), metadata: maybe(z.record(z.string(), z.unknown())) });

const sessionSettings = z.object({
  model: maybe(z.string()),
  specModeModel: maybe(z.string()),
  runInWorktree: maybe(z.boolean()),
  providerLockTimestamp: maybe(z.string()),
  assistantActiveTimeMs: figure,
  tokenUsage: maybe(tokenUsage),
  inclusiveTokenUsage: maybe(tokenUsage),
  childInclusiveTokenUsageBySessionId: maybe(z.record(z.string(), z.unknown())),
  archivedAt: maybe(z.string()),
  tags: maybe(z.array(tag)),
  enabledToolIds: maybe(z.array(z.string())),
  disabledToolIds: maybe(z.array(z.string())),
  compactionThresholdCheckEnabled: maybe(z.boolean()),
});

const status = openEnum(['idle', 'pending', 'running']);

/** Section "Session", the form of a list: the list item shape names no status. */
export const listedSession = z.object({
  sessionId: identifier,
  status: maybe(status),
  messageCount: z.int(),
  createdAt: z.int(),
  updatedAt: z.int(),
  title: maybe(z.string()),
  completedAt: maybe(z.int()),
  computerId: maybe(z.string()),
  sessionSettings: maybe(sessionSettings),
});

/** Section "Session", as a single-session response: there the status is required. */
export const session = listedSession.extend({ status });

/** A session in a list. Times are Unix milliseconds; a status that the document does not name reads `other`. */
export type ListedSession = Readonly<z.output<typeof listedSession>>;
/** A session that was asked for by its id. */
export type Session = Readonly<z.output<typeof session>>;
