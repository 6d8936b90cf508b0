import { quotedValue } from '../../shared/contracts/quoted-value.ts';
import { parseScope, type Scope } from '../../shared/domain/budgets/scope.ts';
import { windowKinds, type WindowKind } from '../../shared/domain/budgets/window.ts';
import { wrongUsage } from './command-error.ts';

/** Reads the SCOPE argument; raises CommandError for what is none. */
export function parseScopeArgument(text: string): Scope {
  const scope = parseScope(text);
  if (scope === undefined) {
    throw wrongUsage(`${quotedValue(text)} is no scope; give org, default, team:NAME or user:EMAIL`);
  }
  return scope;
}

/** Reads the WINDOW argument; raises CommandError for what is none. */
export function parseWindowArgument(text: string): WindowKind {
  const window = windowKinds.find((kind) => kind === text);
  if (window === undefined) {
    throw wrongUsage(`${quotedValue(text)} is no window; give one of ${windowKinds.join(', ')}`);
  }
  return window;
}
