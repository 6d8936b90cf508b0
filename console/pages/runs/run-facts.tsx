import StatusIndicator from '@cloudscape-design/components/status-indicator';

import type { OperationDocument } from '../../api/call-api.ts';

export type Run = OperationDocument<'listRuns'>['rows'][number];

/** The jobs that `curfew run` takes. */
export const jobs = ['enforce', 'controls', 'sessions', 'computers', 'readiness', 'roster', 'digest', 'live'] as const;

const tones = { complete: 'success', partial: 'warning', held: 'pending', failed: 'error' } as const;

/** How a run ended; one that has not is at work. */
export function RunStatus({ run: { status } }: { readonly run: Pick<Run, 'status'> }) {
  return (
    <StatusIndicator type={status === null ? 'in-progress' : tones[status]}>{status ?? 'at work'}</StatusIndicator>
  );
}

/** How long it took: `4.8 s`, `3 min 20 s`; nothing while it is at work. */
export function durationText({ startedAt, finishedAt }: Pick<Run, 'startedAt' | 'finishedAt'>): string {
  if (finishedAt === null) {
    return '–';
  }
  const seconds = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}
