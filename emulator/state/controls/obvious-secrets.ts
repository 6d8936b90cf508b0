import type { Random } from '../random.ts';
import { randomHex } from '../random-uuid.ts';

// Every value says that it is made up and is put together at run time, so that no secret scanner
// mistakes this file, or a recording of the emulator, for a leak.

/** A made-up provider key, such as an admin may paste as a literal. */
export function obviousApiKey(random: Random): string {
  return ['made', 'up', 'key', randomHex(random, 24)].join('-');
}

/** A made-up value of an authorization header. */
export function obviousHeaderSecret(random: Random): string {
  return ['Bearer', ['made', 'up', 'header', randomHex(random, 20)].join('-')].join(' ');
}

/** An address with made-up userinfo and a made-up token in its query. */
export function obviousSecretUrl(random: Random, hostAndPath: string): string {
  const url = new URL(`https://${hostAndPath}`);
  url.username = 'gateway';
  url.password = ['made', 'up', 'pass', randomHex(random, 12)].join('-');
  url.searchParams.set('token', ['made', 'up', 'query', randomHex(random, 16)].join('-'));
  return url.href;
}

/** A credentials command with a made-up secret in its arguments. */
export function obviousCredentialCommand(random: Random): string {
  const secret = ['made', 'up', 'vault', randomHex(random, 16)].join('-');
  return `vault-login --role agents --secret-id ${secret} --format export`;
}
