import { readFileSync, statSync } from 'node:fs';
import { redactSettings } from '../../shared/adapters/platform/redaction/redact-settings.ts';
import { quotedValue } from '../../shared/contracts/quoted-value.ts';
import type { JsonObject } from '../../shared/domain/controls/json.ts';
import { CommandError } from '../frame/command-error.ts';

const bytesMax = 8_000_000;

/**
 * Reads settings from a JSON file: bare, or as `settings` of an object, as the history of the platform has them. Their
 * secrets are replaced before anything else sees them, and no message tells of the content. Raises CommandError.
 */
export function readSettingsFile(path: string, fingerprint: (secret: string) => string): JsonObject {
  const whole = parsed(path, textOf(path));
  const inner = whole['settings'];
  return redactSettings(isObject(inner) ? inner : whole, fingerprint);
}

/** The parser's own message would quote the file. */
function parsed(path: string, text: string): Readonly<Record<string, unknown>> {
  const value = valueIn(text);
  if (value === undefined) {
    throw new CommandError(`The file ${quotedValue(path)} is not JSON; look at it with a JSON tool`);
  }
  if (!isObject(value)) {
    throw new CommandError(`The file ${quotedValue(path)} holds no settings: give one with a JSON object`);
  }
  return value;
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/u, '')) as unknown;
  } catch {
    return undefined;
  }
}

function textOf(path: string): string {
  try {
    if (statSync(path).size <= bytesMax) {
      return readFileSync(path, 'utf8');
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const why = code === 'ENOENT' ? 'is not there' : `cannot be read (${code})`;
    throw new CommandError(
      `The file ${quotedValue(path)} ${why}; give the number of a revision or a JSON file of settings`,
    );
  }
  throw new CommandError(`The file ${quotedValue(path)} is larger than ${bytesMax / 1_000_000} MB; give a smaller one`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
