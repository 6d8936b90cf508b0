import type { Command } from 'commander';
import * as z from 'zod';

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
  mailFrom: z.email('must be an email').exactOptional(),
  mailTo: z.email('must be an email').default(mailboxSimulator),
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

/** Adds the options of a trial to the command that runs it. */
export function addTrialOptions(command: Command): Command {
  return command
    .option('--organization <name>', 'trial: addresses, region, sender and settings of curfew.config.ts')
    .option('--mail-from <email>', 'trial: the sender, where no organization is named')
    .option('--mail-to <email>', 'trial: who gets the one mail; otherwise SES’s own mailbox simulator')
    .option('--default-budget <credits>', 'trial: the budget a month that is tried on everybody; 990000 unless given')
    .option('--clean', 'find and delete what broken-off trials left behind, and do nothing else')
    .option('--min-age <minutes>', 'with --clean: only of trials begun so long ago; 30 unless given')
    .option('--yes', 'trial: do not ask');
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
