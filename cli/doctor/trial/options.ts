import * as z from 'zod';

import { emailSchema } from '../../../shared/roster/contract.ts';

/** SES's own recipient that takes every mail: it costs a mail and bothers nobody. */
const mailboxSimulator = 'success@simulator.amazonses.com';

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(0).max(max));

const Options = z.object({
  organization: z.string().min(1).max(64).optional(),
  mailFrom: emailSchema('must be an email').optional(),
  mailTo: emailSchema('must be an email').default(mailboxSimulator),
  defaultBudget: wholeNumber(1_000_000_000_000).prefault('990000'),
  clean: z.boolean().default(false),
  minAge: wholeNumber(10_000_000).prefault('30'),
  yes: z.boolean().default(false),
  json: z.boolean().default(false),
});
export type TrialOptions = Readonly<z.output<typeof Options>>;

/** The command line cannot be understood. The message names every wrong option. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads what commander has read. Raises UsageError. */
export function readOptions(given: object): TrialOptions {
  const parsed = Options.safeParse(given);
  if (!parsed.success) {
    const flag = (name: string): string => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    throw new UsageError(
      parsed.error.issues.map(({ path, message }) => `${flag(path.map(String).join('.'))}: ${message}`).join('\n'),
    );
  }
  return parsed.data;
}
