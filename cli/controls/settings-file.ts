import { redactSettings } from '../../shared/adapters/platform/redaction/redact-settings.ts';
import type { JsonObject } from '../../shared/domain/controls/json.ts';
import { CommandError } from '../frame/command-error.ts';
import { readBytes, sourceName, type FileInput } from '../frame/files/read-bytes.ts';

const bytesMax = 8_000_000;

/**
 * Reads settings from a JSON file: bare, or as `settings` of an object, as the history of the platform has them. Their
 * secrets are replaced before anything else sees them, and no message shows the content. Raises CommandError.
 */
export function readSettingsFile(io: FileInput, path: string, fingerprint: (secret: string) => string): JsonObject {
  const remedy = 'give the number of a revision or a JSON file of settings';
  const whole = parsed(path, readBytes(io, path, { bytesMax, remedy }));
  const inner = whole['settings'];
  return redactSettings(isObject(inner) ? inner : whole, fingerprint);
}

/** The parser's own message would quote the file. */
function parsed(path: string, bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const value = valueIn(new TextDecoder().decode(bytes));
  if (value === undefined) {
    throw new CommandError(`${sourceName(path)} is not JSON; look at it with a JSON tool`);
  }
  if (!isObject(value)) {
    throw new CommandError(`${sourceName(path)} holds no settings: give one with a JSON object`);
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
