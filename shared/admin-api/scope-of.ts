import { quotedValue } from '../contracts/quoted-value.ts';
import { parseScope, type Scope } from '../domain/budgets/scope.ts';
import { Problem } from './problem.ts';

/** The scope that a text stands for; raises Problem for what is none. */
export function scopeOf(text: string): Scope {
  const scope = parseScope(text);
  if (scope === undefined) {
    const problem = `${quotedValue(text)} is no scope; give org, default, team:NAME or user:EMAIL`;
    throw new Problem('invalid-input', problem, { fields: [{ field: 'scope', problem }] });
  }
  return scope;
}
