import type { OperationDocument } from '../../api/call-api.ts';

export type Alert = OperationDocument<'listAlerts'>['rows'][number];

/** What closes an alert, in words: none is closed by hand. */
export function resolvedBy({ kind, alertId }: Pick<Alert, 'kind' | 'alertId'>): string {
  switch (kind) {
    case 'use':
      return 'A higher amount, or the next window of the budget';
    case 'forecast':
      return 'A forecast within the amount, or the next window of the budget';
    case 'stop':
      return 'More credits for the person, or the reset of their budget';
    case 'matter':
      return ofMatter(alertId.split('/')[1] ?? '');
  }
}

const byMatter: readonly (readonly [prefix: string, text: string])[] = [
  ['guard-held', 'A decision on the plan, or a run that holds nothing'],
  ['anomaly', 'The next day with usual use'],
  ['stopped', 'More credits for the person, or the reset of their budget'],
  ['uncappable', 'An email for the user on the platform'],
  ['look-alike', 'One of the two accounts is changed or leaves'],
  ['computer', 'A run that finds the computer as the fleet list wants it'],
  ['session', 'The end of the session, or a run that finds it as usual again'],
  ['readiness', 'A report in which it passes again'],
  ['controls-loosened', 'A revision in which it is as before; meanwhile an acknowledgement'],
  ['control', 'A baseline, an exception or an acknowledgement under Controls'],
  ['day-suspect', 'Figures of the day that fit together'],
];

function ofMatter(matter: string): string {
  return byMatter.find(([prefix]) => matter.startsWith(prefix))?.[1] ?? 'A run that finds it no longer so';
}
