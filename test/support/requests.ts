import type { CreditRequest } from '../../shared/requests/request.ts';

/** A request of Ann, asked on 15 March 2026. */
export function aRequest(said: Partial<CreditRequest> = {}): CreditRequest {
  return {
    id: '2026-03-aaaa',
    userId: 'u-ann',
    email: 'ann@acme.example',
    credits: 5_000,
    until: '2026-03-31',
    reason: 'release week',
    askedAt: '2026-03-15T09:00:00.000Z',
    state: 'asked',
    version: 1,
    ...said,
  };
}
