import type { WatchedPlatform } from './platform-watch.ts';

/** Something tried to change the platform. It was refused before anything was sent. */
export class NotReadingError extends Error {
  override readonly name = 'NotReadingError';
}

/**
 * A `fetch` that can read and nothing else: a request that is no GET is refused before anything of it is sent, whoever
 * makes it. It sends nothing more after `signal`, and tells `watch` what it sends and what comes back.
 */
export function readingFetch(
  fetch: typeof globalThis.fetch,
  watch: Pick<WatchedPlatform, 'sent' | 'refused' | 'answered'>,
  signal: AbortSignal,
): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET') {
      watch.refused(request.method, pathname);
      throw new NotReadingError(`a ${request.method} to the platform was refused: the trial only reads`);
    }
    signal.throwIfAborted();
    watch.sent(pathname);
    const response = await fetch(input, { ...init, signal: AbortSignal.any([request.signal, signal]) });
    await watch.answered(pathname, response);
    return response;
  };
}
