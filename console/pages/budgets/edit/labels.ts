import type { DraftField } from './draft.ts';

/** The fields of a budget as people call them, and what to give. */
export const fieldLabels: Readonly<Record<DraftField, { readonly label: string; readonly help: string }>> = {
  amount: { label: 'Amount', help: 'Credits, such as 250000, 250k or 66M, or unlimited; 0 blocks' },
  mode: { label: 'Mode', help: 'Only “enforce” sets limits' },
  guarantee: { label: 'Guarantee', help: 'Of a pool: strict, or a factor such as 1.2' },
  reserved: { label: 'Reserved', help: 'Credits of their pools that are theirs in each window' },
  priority: { label: 'Priority', help: 'Of the reservation' },
  thresholds: { label: 'Alert at percent', help: 'Such as 50;80;100' },
  owners: { label: 'Owners', help: 'Emails of those who are told, separated by ;' },
  from: { label: 'First day', help: 'UTC, such as 2026-03-15; empty: from always' },
  to: { label: 'Last day', help: 'UTC; empty: without end' },
  forecastAlert: { label: 'Forecast alert', help: 'Tells the owners when the forecast passes the amount' },
  note: { label: 'Note', help: 'Why it is as it is' },
};

/** Fields that a budget of a scope may have. */
export function fieldsFor(scope: string): ReadonlySet<DraftField> {
  const isPool = scope === 'org' || scope.startsWith('team:');
  const isUser = scope.startsWith('user:');
  const always = ['amount', 'mode', 'thresholds', 'owners', 'from', 'to', 'forecastAlert', 'note'] as const;
  return new Set([
    ...always,
    ...(isPool ? (['guarantee'] as const) : []),
    ...(isUser ? (['reserved', 'priority'] as const) : []),
  ]);
}
