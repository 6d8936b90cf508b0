import type { Environment } from '../../shared/kernel/runtime/read-environment.ts';

/** What a person did wrong, in words for them. */
export declare class UsageError extends Error {}

/** The events that the hook is put in for. */
export declare const events: readonly string[];

/**
 * Does what the arguments say, and gives lines for people. Without any it is the hook itself, which ends the process.
 * Throws UsageError, and an Error whose message is for people. `askKey`: how a
 * key is asked for, at the terminal unless given.
 */
export declare function main(
  args: readonly string[],
  env: Environment,
  askKey?: () => Promise<string>,
): Promise<readonly string[]>;

/** The text of a hooks file with a command for each event; without it, ours are taken out. Throws UsageError. */
export declare function editHooks(text: string, command: string | undefined): string;
