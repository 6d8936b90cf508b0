import * as z from 'zod';

import type { FunctionDeclaration } from './job-declaration.ts';

/** Copies the console's files to its bucket. Has no table and no key. */
export const placeConsole = {
  name: 'console',
  file: 'place-console',
  purpose: 'Places the files of the console in its bucket when it is deployed, and removes them with it',
  limits: { memoryMb: 512, timeSeconds: 120 },
  tables: [],
} as const satisfies FunctionDeclaration;

export const filesFolder = 'console';

export const placeConsoleVariables = {
  CURFEW_CONSOLE_BUCKET: z.string().min(1).describe('the bucket of the console'),
};
