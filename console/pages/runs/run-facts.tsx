import StatusIndicator from '@cloudscape-design/components/status-indicator';

import type { OperationDocument } from '../../api/call-api.ts';

export type Run = OperationDocument<'listRuns'>['rows'][number];

/** The jobs that `curfew run` takes. */
export const jobs = ['enforce', 'controls', 'sessions', 'computers', 'readiness', 'roster', 'digest', 'live'] as const;

const tones = { complete: 'success', partial: 'warning', held: 'pending', failed: 'error' } as const;

type Ended = Pick<Run, 'status' | 'cutOff'>;

/** What a run has in the place of an end where the record has none. */
export function openRunText({ cutOff }: Pick<Run, 'cutOff'>): string {
  return cutOff ? 'cut off' : 'at work';
}

/** The tone of how a run ended. */
export function toneOf({ status, cutOff }: Ended) {
  return status === null ? (cutOff ? 'stopped' : 'in-progress') : tones[status];
}

/** How a run ended; one that has not is at work, or was cut off. */
export function RunStatus({ run }: { readonly run: Ended }) {
  return <StatusIndicator type={toneOf(run)}>{run.status ?? openRunText(run)}</StatusIndicator>;
}

/** How long it took: `4.8 s`, `3 min 20 s`; nothing while it is at work. */
export function durationText({ startedAt, finishedAt }: Pick<Run, 'startedAt' | 'finishedAt'>): string {
  if (finishedAt === null) {
    return '–';
  }
  const seconds = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}
