import { parseArgs } from 'node:util';

import * as z from 'zod';

export const usage = `npm run smoke [-- OPTIONS]

Tries an AWS account and a key of the platform before Curfew is deployed, or when something looks wrong: on temporary
tables, which it deletes at the end, and with calls to the platform that only read. It says what it is going to touch,
and asks.

  --organization NAME      takes addresses, region, sender and settings from curfew.config.ts
  --mail-from ADDRESS      the sender, where no organization is named
  --mail-to ADDRESS        who gets the one mail; otherwise SES's own mailbox simulator does
  --default-budget CREDITS the budget a month that is tried on everybody; 990000 unless given
  --clean                  finds and deletes what broken-off smoke tests left behind, and does nothing else
  --min-age MINUTES        with --clean: only of tests begun so long ago; 30 unless given
  --yes                    does not ask
  --json                   one JSON document on standard output
  --help

Environment: CURFEW_BASE_URL, CURFEW_APP_URL, CURFEW_API_KEY or CURFEW_API_KEY_SECRET_ID, and what the AWS SDK reads:
AWS_REGION, AWS_PROFILE, AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL_SES ...
Ends with 0 when every check passed or was skipped, 1 when one failed, 2 for wrong usage.`;

/** SES's own recipient that takes every mail: it costs a mail and bothers nobody. */
const mailboxSimulator = 'success@simulator.amazonses.com';

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(0).max(max));

const Options = z.object({
  organization: z.string().min(1).max(64).exactOptional(),
  'mail-from': z.email('must be an email').exactOptional(),
  'mail-to': z.email('must be an email').default(mailboxSimulator),
  'default-budget': wholeNumber(1_000_000_000_000).prefault('990000'),
  clean: z.boolean().default(false),
  'min-age': wholeNumber(10_000_000).prefault('30'),
  yes: z.boolean().default(false),
  json: z.boolean().default(false),
  help: z.boolean().default(false),
});
export type SmokeOptions = Readonly<z.output<typeof Options>>;

/** The command line cannot be understood. The message names every wrong option. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads the command line. Raises UsageError. */
export function readOptions(args: readonly string[]): SmokeOptions {
  const parsed = Options.safeParse(valuesOf(args));
  if (!parsed.success) {
    throw new UsageError(parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n'));
  }
  return parsed.data;
}

function valuesOf(args: readonly string[]): unknown {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        organization: text,
        'mail-from': text,
        'mail-to': text,
        'default-budget': text,
        clean: flag,
        'min-age': text,
        yes: flag,
        json: flag,
        help: flag,
      },
    });
    return values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'the options cannot be read', { cause: error });
  }
}
