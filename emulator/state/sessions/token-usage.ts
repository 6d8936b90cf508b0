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

export type TokenRatios = Omit<TokenUsage, 'serviceCredits'>;

const noUsage: TokenUsage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheCreationTokens: 0,
  cacheReadTokens: 0,
  thinkingTokens: 0,
  serviceCredits: 0,
};

export function tokenRatios(random: Random, thinks: boolean): TokenRatios {
  const inputTokens = 0.7 + 0.4 * random.float();
  return {
    inputTokens,
    outputTokens: inputTokens * (0.1 + 0.3 * random.float()),
    cacheCreationTokens: inputTokens * 0.4 * random.float(),
    cacheReadTokens: inputTokens * (2 + 8 * random.float()),
    thinkingTokens: thinks ? inputTokens * 0.2 * random.float() : 0,
  };
}

/** The usage behind credits, each shown as `creditScale`. */
export function usageOf(credits: number, ratios: TokenRatios, creditScale: number): TokenUsage {
  return {
    inputTokens: Math.round(credits * ratios.inputTokens),
    outputTokens: Math.round(credits * ratios.outputTokens),
    cacheCreationTokens: Math.round(credits * ratios.cacheCreationTokens),
    cacheReadTokens: Math.round(credits * ratios.cacheReadTokens),
    thinkingTokens: Math.round(credits * ratios.thinkingTokens),
    serviceCredits: rounded(credits * creditScale),
  };
}

export function usageSum(usages: readonly TokenUsage[]): TokenUsage {
  return usages.reduce(
    (sum, usage) => ({
      inputTokens: sum.inputTokens + usage.inputTokens,
      outputTokens: sum.outputTokens + usage.outputTokens,
      cacheCreationTokens: sum.cacheCreationTokens + usage.cacheCreationTokens,
      cacheReadTokens: sum.cacheReadTokens + usage.cacheReadTokens,
      thinkingTokens: sum.thinkingTokens + usage.thinkingTokens,
      serviceCredits: rounded(sum.serviceCredits + usage.serviceCredits),
    }),
    noUsage,
  );
}

/** A scale such as 0.1 leaves floating-point residue. */
function rounded(credits: number): number {
  return Math.round(credits * 1e6) / 1e6;
}
