import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';

import { localFingerprintKey } from '../../local/state/fingerprint-key.ts';
import { stateFolderAt } from '../../local/state/state-folder.ts';
import type { JsonObject } from '../../shared/controls/json.ts';
import { secretFingerprint } from '../../shared/kernel/aws/fingerprint.ts';
import { redactAgain, redactSettings } from '../../shared/redaction/redact-settings.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { readBytes, sourceName, type FileInput } from '../frame/files/read-bytes.ts';

const bytesMax = 8_000_000;

/**
 * Reads settings from a JSON file: bare, or as `settings` of an object, as the history of the platform has them. Their
 * secrets are replaced before anything else sees them, and no message shows the content. Raises CommandError.
 */
export function readSettingsFile(io: FileInput, path: string, fingerprint: (secret: string) => string): JsonObject {
  const { settings } = readSettings(io, path);
  return redactSettings(settings, fingerprint);
}

/** The same with the text that they stand in, where marks that "controls show" printed may stand for secrets. */
export function readSettingsText(
  io: FileInput,
  path: string,
  fingerprint: (secret: string) => string,
): { readonly settings: JsonObject; readonly text: string } {
  const { settings, text } = readSettings(io, path);
  return { settings: redactAgain(settings as JsonObject, fingerprint), text };
}

function readSettings(io: FileInput, path: string) {
  const remedy = 'give the number of a revision or a JSON file of settings';
  const text = new TextDecoder().decode(readBytes(io, path, { bytesMax, remedy })).replace(/^\uFEFF/u, '');
  const whole = parsed(path, text);
  const inner = whole['settings'];
  return { settings: isObject(inner) ? inner : whole, text };
}

function parsed(path: string, text: string): Readonly<Record<string, unknown>> {
  const value = valueIn(path, text);
  if (!isObject(value)) {
    const read = Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`;
    throw new CommandError(
      `${sourceName(path)} holds no settings but ${read}: give one with a JSON object, the settings themselves or an object with them under "settings"`,
    );
  }
  return value;
}

/** The parser's own message would quote the file: of it, the place alone is said. */
function valueIn(path: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const place = /\(line \d+ column \d+\)/u.exec(error instanceof Error ? error.message : '')?.[0] ?? '';
    const what = text.trim() === '' ? 'is empty' : `is not JSON${place === '' ? '' : ` ${place}`}`;
    throw new CommandError(`${sourceName(path)} ${what}; look at it with a JSON tool`);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Fingerprints for secrets in files: with the local installation's key if there is one, so that files compare with
 * stored revisions; otherwise with a temporary key. A deployment's key stays there, since it allows testing guesses of
 * secrets: a comparison with its revisions throws CommandError at the first secret.
 */
export function fingerprintFor(
  { chosen }: CommandContext,
  { isComparedWithStored }: { readonly isComparedWithStored: boolean },
): (secret: string) => string {
  const keyFile = chosen.kind === 'machine' ? stateFolderAt(chosen.stateDir).fingerprintKeyFile : undefined;
  if (keyFile !== undefined && existsSync(keyFile)) {
    return secretFingerprint(localFingerprintKey(keyFile));
  }
  return chosen.kind === 'deployment' && isComparedWithStored
    ? refuseSecret
    : secretFingerprint(randomBytes(32).toString('base64url'));
}

function refuseSecret(): never {
  throw new CommandError(
    'The file holds a secret, which cannot be told apart from those that a deployment knows; give the number of a stored revision, or take the secrets out of the file',
  );
}
