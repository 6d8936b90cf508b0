import type { Random } from '../random.ts';

/** platform-api.md, "Token usage". */
export type TokenUsage = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheCreationTokens: number;
  readonly cacheReadTokens: number;
  readonly thinkingTokens: number;
  readonly serviceCredits: number;
};

export const noUsage: TokenUsage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheCreationTokens: 0,
  cacheReadTokens: 0,
  thinkingTokens: 0,
  serviceCredits: 0,
};

/** What one message of a session costs on average, with the token counts that fit its credits. */
export function usagePerMessage(random: Random, creditsPerMessage: number, thinks: boolean): TokenUsage {
  const inputTokens = Math.round(creditsPerMessage * (0.7 + 0.4 * random.float()));
  return {
    inputTokens,
    outputTokens: Math.round(inputTokens * (0.1 + 0.3 * random.float())),
    cacheCreationTokens: Math.round(inputTokens * 0.4 * random.float()),
    cacheReadTokens: Math.round(inputTokens * (2 + 8 * random.float())),
    thinkingTokens: thinks ? Math.round(inputTokens * 0.2 * random.float()) : 0,
    serviceCredits: Math.max(1, Math.round(creditsPerMessage)),
  };
}

/** The usage of so many messages. */
export function usageTimes(usage: TokenUsage, messages: number): TokenUsage {
  return combined(usage, noUsage, (each) => each * messages);
}

export function usageSum(usages: readonly TokenUsage[]): TokenUsage {
  return usages.reduce((sum, usage) => combined(sum, usage, (a, b) => a + b), noUsage);
}

function combined(a: TokenUsage, b: TokenUsage, combine: (a: number, b: number) => number): TokenUsage {
  return {
    inputTokens: combine(a.inputTokens, b.inputTokens),
    outputTokens: combine(a.outputTokens, b.outputTokens),
    cacheCreationTokens: combine(a.cacheCreationTokens, b.cacheCreationTokens),
    cacheReadTokens: combine(a.cacheReadTokens, b.cacheReadTokens),
    thinkingTokens: combine(a.thinkingTokens, b.thinkingTokens),
    serviceCredits: combine(a.serviceCredits, b.serviceCredits),
  };
}
