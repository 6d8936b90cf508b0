import { printableText } from '../../texts/printable-text.ts';
import type { SecretScrubber } from './answer/secret-scrubber.ts';

const NEVER_RECEIVED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const CAUSES_MAX = 4;

/** Interprets a `fetch` error, whose own message is only "fetch failed"; the reason is its cause. */
export function transportFailure(error: unknown): {
  readonly kind: 'network' | 'tls';
  /** The request cannot have reached the platform. */
  readonly neverReceived: boolean;
  /** The system's name for it, for example `ECONNRESET`. */
  readonly code: string | undefined;
} {
  const code = codesOf(error).at(-1);
  if (code === undefined) {
    return { kind: 'network', neverReceived: false, code };
  }
  if (isTlsCode(code)) {
    // A protocol error may also end a connection that has carried the request.
    return { kind: 'tls', neverReceived: code !== 'EPROTO', code };
  }
  return { kind: 'network', neverReceived: NEVER_RECEIVED.has(code), code };
}

function isTlsCode(code: string): boolean {
  return /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|EPROTO$)/.test(code);
}

function codesOf(error: unknown): readonly string[] {
  const codes: string[] = [];
  let current: unknown = error;
  for (let depth = 0; depth < CAUSES_MAX && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string') {
      codes.push(current.code);
    }
    current = current.cause;
  }
  return codes;
}

/** A copy of `error` usable as a `cause`: names, codes and scrubbed messages, no bodies, headers or stacks. */
export function safeCause(error: unknown, scrubber: SecretScrubber, depth = 0): Error | undefined {
  if (!(error instanceof Error) || depth >= CAUSES_MAX) {
    return undefined;
  }
  const message = printableText(scrubber.text(error.message));
  const cause = safeCause(error.cause, scrubber, depth + 1);
  const copy = new Error(message, cause === undefined ? undefined : { cause });
  copy.name = printableText(error.name, 60);
  copy.stack = `${copy.name}: ${message}`;
  return 'code' in error && typeof error.code === 'string' ? Object.assign(copy, { code: error.code }) : copy;
}
