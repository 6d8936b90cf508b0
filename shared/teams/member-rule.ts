import { holdsUnprintable } from '../kernel/texts/unprintable.ts';
import { matchesWildcard, starProblem } from '../kernel/texts/wildcard.ts';
import { emailCharsMax, emailKey, isEmail } from '../roster/email.ts';

/** Members of a team: one email, all emails that match a glob, or users with a value in the roster's metadata. */
export type MemberRule =
  | { readonly kind: 'email'; readonly email: string }
  | {
      readonly kind: 'glob';
      /** In the matching form of emails; `*` is any text without an `@`. */ readonly pattern: string;
    }
  | { readonly kind: 'metadata'; readonly key: string; readonly value: string };

/** The fault names its remedy, without the text itself. */
type ReadMemberRule =
  | { readonly kind: 'rule'; readonly rule: MemberRule }
  | { readonly kind: 'invalid'; readonly fault: string };

const memberRuleRemedy = 'give an email, a glob such as *@sales.example.com, or metadata.KEY=VALUE';

/** Stored metadata is cut at 256 characters: a shorter rule never matches a cut text. */
const metadataLengthMax = 255;

/**
 * Reads an email, an email glob or `metadata.KEY=VALUE`. KEY is a top-level key of the roster's metadata, up to the
 * first `=`; KEY and VALUE are compared exactly.
 */
export function parseMemberRule(text: string): ReadMemberRule {
  const trimmed = text.trim();
  return trimmed.startsWith('metadata.') ? parseMetadata(trimmed) : parseEmail(emailKey(trimmed));
}

export function formatMemberRule(rule: MemberRule): string {
  switch (rule.kind) {
    case 'email':
      return rule.email;
    case 'glob':
      return rule.pattern;
    case 'metadata':
      return `metadata.${rule.key}=${rule.value}`;
  }
}

function parseMetadata(text: string): ReadMemberRule {
  const [, key = '', value = ''] = /^metadata\.([^=]*)=(.*)$/s.exec(text) ?? [];
  const rule = { kind: 'metadata', key: key.trim(), value: value.trim() } as const;
  if (rule.key === '' || rule.value === '') {
    return invalid(`lacks a key or a value; write metadata.KEY=VALUE, or ${memberRuleRemedy}`);
  }
  if (rule.key.length > metadataLengthMax || rule.value.length > metadataLengthMax) {
    return invalid(`is too long; give a key and a value of at most ${metadataLengthMax} characters`);
  }
  return holdsUnprintable(text) ? invalid('holds characters that cannot be seen; remove them') : { kind: 'rule', rule };
}

function parseEmail(text: string): ReadMemberRule {
  if (text.length > emailCharsMax) {
    return invalid(`is too long; give at most ${emailCharsMax} characters`);
  }
  // Other tools support more syntax in globs: a rule that would silently match no one is refused.
  if (text.includes('*') && /[?[\]{}\\]/.test(text)) {
    return invalid(
      'is a glob with more than "*" in it; only "*" stands for other text, so write one rule for each form',
    );
  }
  if (!isEmail(text)) {
    return invalid(`is no member; ${memberRuleRemedy}`);
  }
  if (!text.includes('*')) {
    return { kind: 'rule', rule: { kind: 'email', email: text } };
  }
  const stars = starProblem(text);
  return stars === undefined ? { kind: 'rule', rule: { kind: 'glob', pattern: text } } : invalid(stars);
}

function invalid(fault: string): ReadMemberRule {
  return { kind: 'invalid', fault };
}

/** Whether an email, in its matching form, matches a glob: `*` is any text without an `@`. */
export function matchesEmailGlob(pattern: string, email: string): boolean {
  const [patternParts, emailParts] = [pattern.split('@'), email.split('@')];
  return (
    patternParts.length === emailParts.length &&
    patternParts.every((part, index) => matchesWildcard(emailParts[index] ?? '', part))
  );
}

/** The domain of every email that a glob can match; undefined when it is open too. */
export function domainOfGlob(pattern: string): string | undefined {
  const domain = domainOf(pattern);
  return domain.includes('*') ? undefined : domain;
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}
