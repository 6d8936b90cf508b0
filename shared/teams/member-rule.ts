import { holdsUnprintable } from '../kernel/texts/unprintable.ts';
import { matchesWildcard, starProblem } from '../kernel/texts/wildcard.ts';
import { emailCharsMax, emailKey, isEmail } from '../roster/email.ts';

/** Who belongs to a team: one email, all emails that match a glob, or users with a value in the roster's metadata. */
export type MemberRule =
  | { readonly kind: 'email'; /** In its matching form. */ readonly email: string }
  | {
      readonly kind: 'glob';
      /** In the matching form of emails; `*` is any text without an `@`. */ readonly pattern: string;
    }
  | { readonly kind: 'metadata'; readonly key: string; readonly value: string };

/** The result of reading a rule. The fault names its remedy, without the text itself. */
type ReadMemberRule =
  | { readonly kind: 'rule'; readonly rule: MemberRule }
  | { readonly kind: 'invalid'; readonly fault: string };

const memberRuleRemedy = 'give an email, a glob such as *@sales.example.com, or metadata.KEY=VALUE';

/** Metadata of the roster is kept up to 256 characters: a rule that is shorter never matches a text that was cut. */
const metadataLengthMax = 255;

/**
 * Reads an email, an email glob or `metadata.KEY=VALUE`. KEY is a key of the roster's metadata itself, not of anything
 * inside it, up to the first `=`; it and VALUE are compared as texts, letter for letter.
 */
export function parseMemberRule(text: string): ReadMemberRule {
  const trimmed = text.trim();
  return trimmed.startsWith('metadata.') ? parseMetadata(trimmed) : parseEmail(emailKey(trimmed));
}

/** The text that `parseMemberRule` reads. */
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
  // Other tools read more into a glob: a rule that would silently match nobody is refused.
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

/** The domain that every email of a glob's form has; undefined when that is open too. */
export function domainOfGlob(pattern: string): string | undefined {
  const domain = domainOf(pattern);
  return domain.includes('*') ? undefined : domain;
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}
