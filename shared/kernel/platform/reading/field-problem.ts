import type * as z from 'zod';

import { redactKey } from '../../../redaction/redact-text.ts';
import { printableText } from '../../texts/printable-text.ts';

/** A field's problem: what was expected, never the value. */
export interface FieldProblem {
  /** Path inside the row, for example `tags[0].name`; empty for the row itself. */
  readonly field: string;
  readonly problem: string;
}

/** A schema's first issue in our words. zod's messages name types and bounds, no values. */
export function fieldProblem(issue: z.core.$ZodIssue | undefined): FieldProblem {
  return {
    field: issue === undefined ? '' : fieldPath(issue.path),
    problem: issue === undefined ? 'is invalid' : printableText(issue.message, 200),
  };
}

export function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  const { field, problem } = fieldProblem(issue);
  return field === '' ? problem : `${field}: ${problem}`;
}

/** `['users', 3, 'email']` as `users[3].email`. Outside keys show only when they look like field names. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') {
      return `${text}[${step}]`;
    }
    const name = typeof step === 'string' ? safeFieldName(step) : '*';
    return text === '' ? name : `${text}.${name}`;
  }, '');
}

/** A key fit for a path: an unusual or secret-looking name becomes `*`. */
export function safeFieldName(key: string): string {
  const isPlain = /^[\w-]{1,60}$/.test(key) && redactKey(key, 'unknown', () => '') === key;
  return isPlain ? key : '*';
}
