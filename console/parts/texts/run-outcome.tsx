import Alert from '@cloudscape-design/components/alert';
import { Link } from 'react-router';

import type { OperationDocument } from '../../api/call-api.ts';
import { useRunWatch } from '../../api/run-watch.ts';
import { countedText } from './amounts.ts';
import { NameText } from './name-text.tsx';
import { reasonText } from './reason-text.ts';

/** A requested run: in progress, then its result. */
export function RunOutcome({
  run,
  what,
}: {
  /** The requested run's id. */
  readonly run: string;
  /** A sentence without a full stop: `The plan is applied`. */
  readonly what: string;
}) {
  const { data, error } = useRunWatch(run);
  const record = data?.document;
  if (record === undefined && error !== null && error.kind !== 'not-found') {
    return <Alert type="warning">{`${what}. How it ends is not known: ${error.message}`}</Alert>;
  }
  return (
    <Alert type={record?.status === undefined || record.status === null ? 'info' : tones[record.status]}>
      <div role="status">
        {what}. <RunText record={record} /> <Link to={`/runs/${encodeURIComponent(run)}`}>See the run</Link>
      </div>
    </Alert>
  );
}

const tones = { complete: 'success', partial: 'warning', held: 'warning', failed: 'error' } as const;

function openText({ cutOff }: OperationDocument<'showRun'>): string {
  return cutOff ? 'The run was cut off: the next one does the rest.' : 'The run is at work …';
}

function RunText({ record }: { readonly record: OperationDocument<'showRun'> | undefined }) {
  if (record === undefined || record.status === null) {
    return <>{record === undefined ? 'The run is asked for …' : openText(record)}</>;
  }
  const { status, capsChanged, capsFailed, held, problems } = record;
  const changed = `${countedText(capsChanged, 'limit')} changed${capsFailed > 0 ? `, ${countedText(capsFailed, 'limit')} could not be set` : ''}.`;
  if (held?.plan !== undefined && capsChanged > 0) {
    return (
      <>
        {changed} The rest waits for a decision:{' '}
        <Link to={`/plans/${encodeURIComponent(held.plan)}`}>plan {held.plan}</Link>.
      </>
    );
  }
  const why = held?.detail ?? (status === 'failed' ? problems[0] : undefined);
  return (
    <>
      The run is {status}: {changed} {why !== undefined && <NameText charsMax={500} text={reasonText(why)} />}
    </>
  );
}
