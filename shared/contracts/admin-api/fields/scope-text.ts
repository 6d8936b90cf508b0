import * as z from 'zod';

import { parseScope } from '../../../domain/budgets/scope.ts';
import { quotedValue } from '../../quoted-value.ts';

/** `org`, `default`, `team:NAME` or `user:EMAIL`. */
export const ScopeText = z
  .string()
  .max(400)
  .transform((text, context) => {
    const scope = parseScope(text);
    if (scope === undefined) {
      const message = `${quotedValue(text)} is no scope; give org, default, team:NAME or user:EMAIL`;
      context.issues.push({ code: 'custom', input: text, message });
      return z.NEVER;
    }
    return scope;
  });
