import * as z from 'zod';

import type { FunctionDeclaration } from './job-declaration.ts';

/** The function that brings the files of the console to its bucket. It has no table and no key. */
export const placeConsole = {
  name: 'console',
  file: 'place-console',
  purpose: 'Places the files of the console in its bucket when it is deployed, and removes them with it',
  limits: { memoryMb: 512, timeSeconds: 120 },
  tables: [],
} as const satisfies FunctionDeclaration;

/** The folder beside the bundle that holds the files. */
export const filesFolder = 'console';

export const placeConsoleVariables = {
  CURFEW_CONSOLE_BUCKET: z.string().min(1).describe('the bucket of the console'),
};
