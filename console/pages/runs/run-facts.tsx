import StatusIndicator from '@cloudscape-design/components/status-indicator';

import type { OperationDocument } from '../../api/call-api.ts';

export type Run = OperationDocument<'listRuns'>['rows'][number];

/** The jobs that `curfew run` takes. */
export const jobs = ['enforce', 'controls', 'sessions', 'computers', 'readiness', 'roster', 'digest', 'live'] as const;

const tones = { complete: 'success', partial: 'warning', held: 'pending', failed: 'error' } as const;

type Ended = Pick<Run, 'status' | 'cutOff'>;

/** The text in place of a missing end. */
export function openRunText({ cutOff }: Pick<Run, 'cutOff'>): string {
  return cutOff ? 'cut off' : 'at work';
}

export function toneOf({ status, cutOff }: Ended) {
  return status === null ? (cutOff ? 'stopped' : 'in-progress') : tones[status];
}

/** How a run ended; otherwise running or cut off. */
export function RunStatus({ run }: { readonly run: Ended }) {
  return <StatusIndicator type={toneOf(run)}>{run.status ?? openRunText(run)}</StatusIndicator>;
}

/** `4.8 s`, `3 min 20 s`; empty while running. */
export function durationText({ startedAt, finishedAt }: Run): string {
  if (finishedAt === null) {
    return '–';
  }
  const seconds = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}
