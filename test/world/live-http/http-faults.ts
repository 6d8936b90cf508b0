import type { Draw } from '../../support/redaction/draw.ts';
import { disturbances, type Stop } from '../sudden-end.ts';

/** What goes wrong with one run. */
interface RunFaults {
  /** As the emulator's side channel takes them. */
  readonly armed: readonly object[];
  /** Where its process ends. */
  readonly stop?: Stop;
}

const put = { method: 'PUT', path: '/api/v0/organization/usage/limits/users' };
const list = { method: 'GET', path: '/api/v0/sessions' };
const analytics = { method: 'GET', path: '/api/v1/analytics' };
const roster = { method: 'GET', path: '/api/v0/organization/users' };
/** More than a call is repeated. */
const always = 20;
const effectsMax = 40;

/** Most runs go well. */
export function drawFaults(draw: Draw): RunFaults {
  const armed = draw.below(3) > 0 ? [] : [draw.from(kinds(draw))];
  return draw.below(6) === 0
    ? { armed, stop: { effect: 1 + draw.below(effectsMax), disturbance: draw.from(disturbances) } }
    : { armed };
}

function kinds(draw: Draw): readonly object[] {
  const times = draw.from([1, 2, always]);
  return [
    { match: put, fault: 'accept-then-fail', times },
    { match: put, fault: 'accept-then-fail', times, code: 503 },
    { match: put, fault: 'status', code: 500, times },
    { match: put, fault: 'status', code: 429, retryAfter: 7, times },
    { match: put, fault: 'partial-errors', share: 0.5, times },
    { match: put, fault: 'reset', times },
    { match: list, fault: 'status', code: 502, times },
    { match: list, fault: 'lost-page', times },
    { match: list, fault: 'duplicate-page', times: 1 },
    { match: list, fault: 'empty', body: 'rows', times: 1 },
    { match: list, fault: 'truncate', times: 1 },
    { match: list, fault: 'malformed', times: 1 },
    { match: analytics, fault: 'status', code: 500, times },
    { match: roster, fault: 'reset', times },
  ];
}
