import type { Scope } from './scope.ts';
import type { WindowKind } from './window.ts';

/** What stands before "budget" for a window. */
export const spanWords: Readonly<Record<WindowKind, string>> = {
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  quarter: 'quarterly',
  platform: 'billing-window',
};

/**
 * A budget as people call it: `the monthly budget of team web`, `the default daily budget`; a user's own by `whose` where
 * the text speaks to them or about them, and by their email where it does not.
 */
export function budgetTitle(
  { scope, window }: { readonly scope: Scope; readonly window: WindowKind },
  whose?: 'your' | 'their',
): string {
  const span = spanWords[window];
  if (scope.kind === 'user' && whose !== undefined) {
    return `${whose} ${span} budget`;
  }
  return scope.kind === 'default' ? `the default ${span} budget` : `the ${span} budget of ${scopeName(scope)}`;
}

/** Whom a budget is for, as people call them. */
export function scopeName(scope: Scope): string {
  switch (scope.kind) {
    case 'org':
      return 'the organization';
    case 'default':
      return 'every user without one of their own';
    case 'team':
      return `team ${scope.name}`;
    case 'user':
      return scope.email;
  }
}
