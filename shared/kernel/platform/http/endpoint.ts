import type { KeyedPurpose } from '../../contract/platform-environment.ts';
import { PlatformRequestError } from '../platform-error.ts';

const PARAMETER_CHARS_MAX = 512;

/** An operation, as in the "Endpoints" section of platform-api.md. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** `app` is {app_url} (readiness reports only), `base` is {base_url}. */
  readonly host: 'app' | 'base';
  /** With parameters in braces: `/api/v0/sessions/{sessionId}`. */
  readonly path: string;
  /** What it changes, by the purpose of its key; absent for reads. */
  readonly purpose?: KeyedPurpose;
  /** Repeating it has no further effect, so a lost answer may be requested again. */
  readonly idempotent: boolean;
}

export interface Target {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
}

/** The name in errors and logs: method and path template, without values. */
export function endpointName(endpoint: Endpoint): string {
  return `${endpoint.method} ${endpoint.path}`;
}

/** The URL of one call. `root`: the configured address of the endpoint's host. */
export function endpointUrl(endpoint: Endpoint, root: URL, target: Target): URL {
  const url = new URL(root);
  url.pathname = root.pathname.replace(/\/+$/, '') + filledPath(endpoint, target.path ?? {});
  for (const [name, value] of Object.entries(target.query ?? {})) {
    if (value !== undefined) {
      url.searchParams.set(name, String(value));
    }
  }
  return url;
}

function filledPath(endpoint: Endpoint, values: Readonly<Record<string, string>>): string {
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    const broken = brokenRuleOf(value);
    if (broken !== undefined) {
      throw new PlatformRequestError(endpointName(endpoint), { field: name, rule: broken });
    }
    return encodeURIComponent(value);
  });
}

/** A dot segment is not encoded: the call would reach another path with the key. */
function brokenRuleOf(value: string): string | undefined {
  if (value === '' || value === '.' || value === '..') {
    return 'must be a name, not empty and not a dot segment';
  }
  if (value.length > PARAMETER_CHARS_MAX) {
    return `must have at most ${PARAMETER_CHARS_MAX} characters`;
  }
  return value.isWellFormed() ? undefined : 'must be well-formed Unicode';
}

/** Parses a configured address named `field`. Throws PlatformRequestError unless it is plain http(s). */
export function rootUrl(address: string, field: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const plain = url !== undefined && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!plain || !['http:', 'https:'].includes(url.protocol)) {
    // The address is not repeated: it may hold a password.
    throw new PlatformRequestError('The platform', {
      field,
      rule: 'must be an http or https address without user, password, query or fragment',
    });
  }
  return url;
}
