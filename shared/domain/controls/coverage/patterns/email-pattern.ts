import { emailKey } from '../../../roster/email.ts';
import { backwards } from './domain-pattern.ts';
import { anything } from './glob.ts';

/** The pattern of an email, last character first, without letter case. `*` matches any characters. */
export function emailPattern(text: string): string | undefined {
  const email = emailKey(text);
  const isEmail = email === '*' || /^[^@\s]+@[^@\s]+$/u.test(email);
  return isEmail ? backwards(email.replaceAll(/\*+/gu, anything)) : undefined;
}
