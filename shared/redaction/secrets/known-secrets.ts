import { matchesOf, type Span } from '../spans/spans.ts';
import { fourLetterWords } from '../words/four-letter-words.ts';
import { isPlainArgument } from './harmless-value.ts';

/**
 * Prefixes of vendors' keys, from published rule sets of secret scanners (docs/redaction.md names them). A long enough
 * rest makes a key, whatever its characters.
 */
const beginnings = `
sk- sk_ pk- pk_ rk- rk_ ak- ak_ p8e- A3- ops_ LTAI AKCp cmVmd ATBB ATATT ATCTT ATTA ABSK bedrock-api-key- amzn.mws. da2-
gh[a-z]_ github_pat_ gl[a-z]{2,7}- GR1348941 npm_ pypi- hf_ api_org_ do[opr]_v1_ dckr_[a-z]{3}_ r8_ gsk_ xai- lin_[a-z]{3,5}_
tvly- sntry[su]_ shp[a-z]{2}_ whsec_ fig[do]_ hv[brs]\\. SG\\. AIza ya29\\. GOCSPX- 1//0 AGE-SECRET-KEY- dapi dp\\.[a-z]{2,5}\\.
duffel_ dt0[cs]01\\. EZ[AT]K EAA[ACGMB] FLW(?:SECK|PUBK) fo1_ fm[12][ar]?_ FlyV1 fio-u- gl(?:c|sa)_ ico- CLOJARS_ 4b1d dnkey-
NR(?:AK|JS|II|IQ|RA)- ntn_ API- pplx- access-(?:sandbox|development|production)- pscale_[a-z]{2,5}_ PMA[KT]- pnu_ pul- rdme_
rubygems_ tk-us- xkeysib- xsmtpsib- sm_[aps]at_ shippo_ sgp_ sq0[a-z]{3}- tfp_ t1\\. AQVN sha256~ pubkey- key- lsv2_ pcsk_
nvapi- csk- tgp_v1_ vc[pk]_ vercel_ CFPAT- sbp_ sb_secret_ ph[cx]_ rnd_ pat-(?:na|eu)\\d- sl\\. AVNS_ tskey- apify_api_ gAAAAA
vault:v\\d+: fw_ cio oy2 glffct- shpat_ secret_ PRIVATE-
`;

const riskyBody = '[\\w.+/=~:-]{16,}';
const body = '[\\w.+/=~:-]{6,}';
// These begin ordinary words and versions as well, so that only a long rest makes a key.
const risky =
  /^(?:pk|ak|rk|A3-|ops_|1\/\/0|dapi|4b1d|API-|access|pul-|t1|key-|pubkey-|cio|oy2|sl|ico-|fw_|rnd_|secret_|PRIVATE-|EAA|gl\[a-z\]\{2,7\}|da2-|csk-|sm_|vc|ph|duffel_|vercel_|EZ|ATTA|tk-us-)/u;

const [sure, doubtful] = [false, true].map((isRisky) =>
  beginnings
    .trim()
    .split(/\s+/u)
    .filter((beginning) => risky.test(beginning) === isRisky)
    .join('|'),
);

/**
 * Secrets of a known format. In a pattern with groups, only the first group is the secret.
 * Every repetition is bounded or ends at the first character that does not fit, so that no text makes them slow.
 */
const patterns: readonly RegExp[] = [
  new RegExp(`(?<![A-Za-z0-9])(?:${sure})${body}`, 'gu'),
  new RegExp(`(?<![A-Za-z0-9])(?:${doubtful})(?=[\\w.+/=~:-]{0,64}\\d)${riskyBody}`, 'gu'),
  /(?<![A-Za-z0-9])(?:xox[a-z]|xapp|xwfp)[-.][\w.-]{4,}/gu,
  /(?<![A-Za-z0-9])(?:AKIA|ASIA|AROA|AIDA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{8,}/gu,
  /(?<![A-Za-z0-9])eyJ[\w-]{4,}(?:\.[\w-]*){0,4}/gu,
  // Keys of Azure applications, of Twilio, Mailchimp and MaxMind, of bots of Discord and Telegram, of Facebook.
  /(?<![\w.~-])[\w.~-]{3}\dQ~[\w.~-]{20,}/gu,
  /(?<![A-Za-z0-9])(?:SK|AC)[0-9a-fA-F]{32}(?![0-9a-fA-F])/gu,
  /(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?!\d)/gu,
  /(?<![A-Za-z0-9])\w{6}_\w{29}_mmk(?!\w)/gu,
  /(?<![A-Za-z0-9])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}/gu,
  /(?<![A-Za-z0-9])\d{5,16}:A[\w-]{30,}/gu,
  /(?<![A-Za-z0-9])\d{15,16}[|%][\w-]{20,}/gu,
  // Password hashes, which can be cracked.
  /\$(?:2[abxy]|1|5|6|7|y|gy|apr1|argon2(?:id?|d)?|scrypt)\$[\w./+=,$-]{8,}/gu,
  /\{(?:SSHA\d{0,3}|SHA\d{0,3}|CRYPT|SMD5|MD5)\}[\w./+=$-]{8,}/gu,
  /(?<![A-Za-z0-9])(?:pbkdf2|scrypt|bcrypt)[_:]?\w{0,12}[$:][\w./+=,$:-]{8,}/gu,
  // A key in PEM, whole or cut off.
  /-----BEGIN [^-]{0,40}(?:PRIVATE|ENCRYPTED|SECRET|KEY|CERTIFICATE|MESSAGE)[^-]{0,40}-----(?:(?!-----END)[\s\S])*(?:-----END[^-]{0,80}-----)?/gu,
  // After the name of a scheme. `bearer token` in prose loses a word, which harms less than a leaked token.
  /(?<![A-Za-z0-9])(?:bearer|basic|negotiate)\s{1,8}(?!\$\{)([^\s"'`\\,;]{4,})/giu,
  // Webhook addresses: the path is the secret.
  /(?:^|\/\/|(?<![\w@-]))(?:[\w-]{1,60}\.){0,4}(?:web)?hooks?\d?(?:\.[\w-]{1,60}){1,6}(?::\d{1,5})?\/([^\s"'`?#<>]+)/giu,
  /(?<![\w@-])(?:discord(?:app)?\.com\/api\/webhooks|hc-ping\.com|cronitor\.link|api\.day\.app|sctapi\.ftqq\.com|maker\.ifttt\.com\/trigger\/[\w-]{1,60}(?:\/json)?\/with\/key)\/([^\s"'`?#<>]+)/giu,
  /webhook\.office\.com\/([^\s"'`?#]+)/giu,
  /api\.telegram\.org\/bot([^\s"'`?#/]+)/giu,
  // Text that imitates our marks must not pass for the secret with this fingerprint.
  /\[secret:[^\]\s]{0,64}\]/gu,
];

// Any other host: the end of a path that says hook and is no word: `/hooks/x7k2m9`.
const hookPaths =
  /\/(?:(?:incoming-?)?(?:web)?hooks?(?:b2)?|heartbeats?|generic-webhook-trigger)((?:\/(?:v\d|in|incoming|catch|receive|services|workflows|triggers|t|bot))*)\/([^\s"'`?#<>]+)/giu;

const uuid = /(?<![0-9A-Za-z])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9A-Za-z])/giu;

/** An app password of four groups of four letters; four such words in a sentence are none. */
const appPassword = /(?<![A-Za-z0-9-])[a-z]{4}(?:[- ][a-z]{4}){3}(?![A-Za-z0-9-])/gu;

/** Secrets of a known shape anywhere in a text. */
export function knownSecretSpans(text: string): readonly Span[] {
  const appPasswords = spansOf(text, appPassword).filter(({ start, end }) => !isProse(text.slice(start, end)));
  return [...patterns.flatMap((pattern) => spansOf(text, pattern)), ...hookSpans(text), ...appPasswords];
}

function hookSpans(text: string): readonly Span[] {
  return matchesOf(text, hookPaths).flatMap(({ 0: found, 2: path = '', index }) => {
    const end = index + found.length;
    return path.split('/').every(isPlainArgument) ? [] : [{ start: end - path.length, end }];
  });
}

function isProse(groups: string): boolean {
  return groups.split(/[- ]/u).filter((group) => fourLetterWords.has(group)).length >= 2;
}

/** UUIDs: the keys of some vendors, and elsewhere mere ids. */
export function uuidSpans(text: string): readonly Span[] {
  return spansOf(text, uuid);
}

/** For a pattern with groups, its first group, which ends the match. */
function spansOf(text: string, pattern: RegExp): readonly Span[] {
  return matchesOf(text, pattern).map(({ 0: found, 1: inside = found, index }) => {
    const end = index + found.length;
    return { start: end - inside.length, end };
  });
}
