import type { weaknesses } from './weaknesses.ts';

/** Seeds whose months once broke a promise, or ended a run with an error of our own. */
export const seedsThatFailed: readonly number[] = [];

/** For each thing that promises rest on, a seed whose months show that it is gone. */
export const seedsThatShow = {
  withoutTheMissing: 3,
} as const satisfies Partial<Record<keyof typeof weaknesses, number>>;
