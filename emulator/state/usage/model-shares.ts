import type { Member } from '../members/member.ts';
import { type Random, randomOf } from '../random.ts';
import { type Model, modelOf } from './habits.ts';
import { splitInteger } from './split.ts';

export interface ModelShare {
  readonly model: Model;
  readonly billableTokens: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
}

export interface SpentDay {
  readonly seed: number;
  readonly member: Member;
  readonly dayNumber: number;
  readonly credits: number;
  /** The only model named by posted demand. */
  readonly model?: string | undefined;
}

/** Splits a user-day's credits among models exactly. With the cache discount, tokens do not add up to credits. */
export function modelSharesOf(day: SpentDay): readonly ModelShare[] {
  if (day.credits === 0) {
    return [];
  }
  const random = randomOf(day.seed, 'models', day.member.label, day.dayNumber);
  if (day.model !== undefined) {
    return [shareOf(random, modelOf(day.model), day.credits)];
  }
  const weights = day.member.habits.modelWeights.map(({ weight }) => weight * random.float());
  const credits = splitInteger(day.credits, weights);
  return day.member.habits.modelWeights.flatMap(({ modelId }, index) => {
    const part = credits[index] ?? 0;
    return part === 0 ? [] : [shareOf(random, modelOf(modelId), part)];
  });
}

function shareOf(random: Random, model: Model, billableTokens: number): ModelShare {
  return {
    model,
    billableTokens,
    inputTokens: Math.floor(billableTokens * (0.5 + 0.4 * random.float())),
    outputTokens: Math.floor(billableTokens * (0.04 + 0.1 * random.float())),
    cacheReadTokens: Math.floor(billableTokens * (1.5 + 3 * random.float())),
    cacheWriteTokens: Math.floor(billableTokens * 0.3 * random.float()),
  };
}

/** The model with most credits of a day. */
export function primaryModelOf(shares: readonly ModelShare[]): Model | undefined {
  return shares.toSorted((one, other) => other.billableTokens - one.billableTokens)[0]?.model;
}
