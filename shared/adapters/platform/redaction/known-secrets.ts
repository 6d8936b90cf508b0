import type { Span } from './spans.ts';

/**
 * Secrets of a known format. In a pattern with groups, only the first group is the secret.
 * Every repetition is bounded or ends at the first character that does not fit, so that no text makes them slow.
 */
const patterns: readonly RegExp[] = [
  // Vendors' keys: a prefix that begins a word.
  /(?<![A-Za-z0-9])(?:sk|pk|rk|ak)[-_][\w-]{8,}/dgu,
  /(?<![A-Za-z0-9])(?:gh[a-z]_|github_pat_|glpat-|gldt-|glrt-|npm_|pypi-|hf_|dop_v1_|dckr_pat_|r8_|gsk_|xai-|lin_api_|tvly-|sntrys_|shp[a-z]{2}_|whsec_|figd_|hv[sb]\.|SG\.|AIza|ya29\.|ATATT|ATCTT|AGE-SECRET-KEY-)[\w.-]{6,}/dgu,
  /(?<![A-Za-z0-9])(?:xox[a-z]|xapp|xwfp)-[\w-]{4,}/dgu,
  /(?<![A-Za-z0-9])(?:AKIA|ASIA|AROA|AIDA|ABIA|ACCA)[A-Z0-9]{8,}/dgu,
  /(?<![A-Za-z0-9])eyJ[\w-]{4,}(?:\.[\w-]*){0,4}/dgu,
  // An app password of four groups of letters.
  /(?<![A-Za-z0-9-])[a-z]{4}(?:[- ][a-z]{4}){3}(?![A-Za-z0-9-])/dgu,
  // A key in PEM, whole or cut off.
  /-----BEGIN [^-]{0,40}(?:PRIVATE|ENCRYPTED|SECRET|KEY|CERTIFICATE|MESSAGE)[^-]{0,40}-----(?:(?!-----END)[\s\S])*(?:-----END[^-]{0,80}-----)?/dgu,
  // What follows the name of a scheme. `bearer token` in prose loses a word, which harms less than a token that stays.
  /(?<![A-Za-z0-9])(?:bearer|basic|negotiate)\s{1,8}(?!\$\{)([^\s"'`\\,;]{4,})/dgiu,
  // Addresses that are secrets entirely: whoever knows the path may post.
  /hooks\.slack\.com\/(?:services|workflows|triggers)\/([^\s"'`?#]+)/dgiu,
  /discord(?:app)?\.com\/api\/webhooks\/([^\s"'`?#]+)/dgiu,
  /webhook\.office\.com\/([^\s"'`?#]+)/dgiu,
  /api\.telegram\.org\/bot([^\s"'`?#/]+)/dgiu,
  // A text that looks like one of our marks: it must not pass for the secret with this fingerprint.
  /\[secret:[^\]\s]{0,64}\]/dgu,
];

const uuid = /(?<![0-9A-Za-z])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9A-Za-z])/dgiu;

/** Secrets of a known shape, wherever they stand in a text. */
export function knownSecretSpans(text: string): readonly Span[] {
  return patterns.flatMap((pattern) => spansOf(text, pattern));
}

/** UUIDs: the keys of some vendors, and elsewhere mere ids. */
export function uuidSpans(text: string): readonly Span[] {
  return spansOf(text, uuid);
}

function spansOf(text: string, pattern: RegExp): readonly Span[] {
  return Array.from(text.matchAll(pattern), (match) => {
    const [start, end] = match.indices?.[1] ?? match.indices?.[0] ?? [0, 0];
    return { start, end };
  });
}
