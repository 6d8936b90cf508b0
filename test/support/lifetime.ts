import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

/** How long what a test needs is there: for all tests of a file, or made again for each. */
export type Lifetime = 'file' | 'test';

/** Begins something before the tests, or before each, and ends it after them. */
export function onLifetime(lifetime: Lifetime, { begin, end }: { begin: () => unknown; end: () => unknown }): void {
  const [before, after] = lifetime === 'file' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => {
    await begin();
  });
  after(async () => {
    await end();
  });
}
