import { isInherited, parseScope, type Scope } from './scope.ts';
import type { WindowKind } from './window.ts';

export const spanWords: Readonly<Record<WindowKind, string>> = {
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  quarter: 'quarterly',
  platform: 'billing-window',
};

/** Names a budget in texts: `the monthly budget of team web`; an own budget by `whose`, or by its email. */
export function budgetTitle(
  { scope, window }: { readonly scope: Scope; readonly window: WindowKind },
  whose?: 'your' | 'their',
): string {
  const span = spanWords[window];
  if (scope.kind === 'user' && whose !== undefined) {
    return `${whose} ${span} budget`;
  }
  if (isInherited(scope)) {
    return `the default ${span} budget${scope.kind === 'members' ? ` of team ${scope.name}` : ''}`;
  }
  return `the ${span} budget of ${scopeName(scope)}`;
}

/** The team from which people inherit a budget, by its scope as text: `default of team web`. `default` says it itself. */
export function inheritedFrom(text: string): string | undefined {
  const scope = parseScope(text);
  return scope?.kind === 'members' ? `default of team ${scope.name}` : undefined;
}

export function scopeName(scope: Scope): string {
  switch (scope.kind) {
    case 'org':
      return 'the organization';
    case 'default':
      return 'every user without one of their own';
    case 'team':
      return `team ${scope.name}`;
    case 'members':
      return `each member of team ${scope.name}`;
    case 'user':
      return scope.email;
    case 'model':
      return `model ${scope.id}`;
  }
}
