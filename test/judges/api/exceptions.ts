import type { Exception } from '../judge.ts';

/** What schemathesis finds at the admin API and is left as is. Places are `METHOD /path`. */
export const apiExceptions: readonly Exception[] = [];

/** In the beginning of an answer: the edit found everything as it was wanted, and changed nothing. */
export const unchangedAnswers: readonly string[] = ['"change":null'];
