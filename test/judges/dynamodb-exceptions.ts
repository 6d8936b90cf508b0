import type { Exception } from './judge.ts';

/** Tests of the stores that do not hold on MiniStack, and why that does not touch us. */
export const dynamoDbExceptions: readonly Exception[] = [];
