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
 * Takes `title`, `detail` and `requestId` from an error body. The document shows them for analytics only (section
 * "Errors"); another endpoint that has fields of these names is read the same way, anything else is not looked at.
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
    // Only the status decides what is done; an unreadable explanation does not change that.
    return {};
  }
}

function wordOf(body: object, name: 'title' | 'detail', scrubber: SecretScrubber): ErrorWords {
  const value = textAt(body, name);
  return value === undefined ? {} : { [name]: shownWords(scrubber.text(value)) };
}

/** Random by nature, and what the platform's support asks for: of another shape it is none. */
function requestIdOf(body: object, scrubber: SecretScrubber): ErrorWords {
  const value = textAt(body, 'requestId');
  return value !== undefined && requestIdShape.test(value) ? { requestId: scrubber.text(value) } : {};
}

function textAt(body: object, name: keyof ErrorWords): string | undefined {
  const value: unknown = Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}
