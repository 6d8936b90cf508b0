import { describe, expect, test } from 'vitest';

import { type Endpoint, endpointUrl, rootUrl } from '../../../../../shared/kernel/platform/http/endpoint.ts';
import { PlatformRequestError } from '../../../../../shared/kernel/platform/platform-error.ts';

const endpoint: Endpoint = { method: 'GET', host: 'base', path: '/api/v0/sessions/{sessionId}', idempotent: true };

describe('endpointUrl', () => {
  test('fills the path, encoded, and leaves out what is undefined from the query', () => {
    const root = rootUrl('https://platform.example.com', 'baseUrl');

    const url = endpointUrl(endpoint, root, { path: { sessionId: 'a/b ?#%' }, query: { limit: 5, cursor: undefined } });

    expect(url.href).toBe('https://platform.example.com/api/v0/sessions/a%2Fb%20%3F%23%25?limit=5');
  });

  test('keeps a path that the configured address brings', () => {
    const root = rootUrl('https://example.com/platform/', 'baseUrl');

    const url = endpointUrl(endpoint, root, { path: { sessionId: 'x' } });

    expect(url.href).toBe('https://example.com/platform/api/v0/sessions/x');
  });

  test.each(['', '.', '..', 'x'.repeat(513), '\uD800'])('refuses %j as a path parameter', (sessionId) => {
    const root = rootUrl('https://platform.example.com', 'baseUrl');

    expect(() => endpointUrl(endpoint, root, { path: { sessionId } })).toThrow(PlatformRequestError);
  });
});

describe('rootUrl', () => {
  test.each([
    'platform.example.com',
    'ftp://platform.example.com',
    'https://user:hunter22@platform.example.com',
    'https://platform.example.com?key=hunter22',
    'https://platform.example.com#x',
    '',
  ])('refuses the address %s without repeating it', (address) => {
    expect(() => rootUrl(address, 'baseUrl')).toThrow(/baseUrl .*https/u);
    expect(() => rootUrl(address, 'baseUrl')).not.toThrow(/hunter22/);
  });
});
