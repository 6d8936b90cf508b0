import { parseJson, readBody } from './body.ts';
import type { SecretScrubber } from './secret-scrubber.ts';
import { shownWords } from './shown-words.ts';

const ERROR_BODY_BYTES_MAX = 64 * 1024;
const requestIdShape = /^[\w.:-]{1,64}$/u;

interface ErrorWords {
  readonly title?: string;
  readonly detail?: string;
  readonly requestId?: string;
}

/**
 * Reads `title`, `detail` and `requestId` from an error body. They are documented for analytics only (section
 * "Errors"); other endpoints' fields of these names are read too, nothing else.
 */
export async function errorWords(response: Response, scrubber: SecretScrubber): Promise<ErrorWords> {
  const body = await errorBody(response);
  return {
    ...wordOf(body, 'title', scrubber),
    ...wordOf(body, 'detail', scrubber),
    ...requestIdOf(body, scrubber),
  };
}

async function errorBody(response: Response): Promise<object> {
  try {
    const json = parseJson(await readBody(response, ERROR_BODY_BYTES_MAX));
    return typeof json === 'object' && json !== null ? json : {};
  } catch {
    // The status alone decides the next step; an unreadable body does not matter.
    return {};
  }
}

function wordOf(body: object, name: 'title' | 'detail', scrubber: SecretScrubber): ErrorWords {
  const value = textAt(body, name);
  return value === undefined ? {} : { [name]: shownWords(scrubber.text(value)) };
}

/** Random, and needed by the platform's support: ignored in any other shape. */
function requestIdOf(body: object, scrubber: SecretScrubber): ErrorWords {
  const value = textAt(body, 'requestId');
  return value !== undefined && requestIdShape.test(value) ? { requestId: scrubber.text(value) } : {};
}

function textAt(body: object, name: keyof ErrorWords): string | undefined {
  const value: unknown = Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}
