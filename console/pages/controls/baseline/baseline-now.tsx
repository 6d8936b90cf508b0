import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';

import { useMay } from '../../../api/caller.ts';
import { useRead } from '../../../api/queries.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { StaleNote } from '../../../parts/page-frame.tsx';
import { ProblemAlert } from '../../../parts/problem-alert.tsx';
import { NameText } from '../../../parts/texts/name-text.tsx';
import { TimeText } from '../../../parts/texts/time-text.tsx';
import { ChangeLines } from '../revision/change-lines.tsx';
import type { Change } from '../revision/revision.ts';
import { AllowanceForm } from './allowance-form.tsx';
import { ApproveBaseline } from './approve-baseline.tsx';

/** The controls in force compared with the approved ones. */
export function BaselineNow() {
  const read = useRead('showBaseline', {});
  const newest = useRead('listTimeline', { limit: '1' }).data?.document.rows[0]?.revision;
  const mayApprove = useMay('approveBaseline');
  const [isAsked, setAsked] = useState(false);
  if (read.data === undefined) {
    return read.error === null ? (
      <div className="loading" role="status">
        Reading …
      </div>
    ) : (
      <ProblemAlert onRetry={() => void read.refetch()} problem={read.error} />
    );
  }
  const baseline = baselineIn(read.data.document.approved);
  const deviations = deviationsIn(read.data.document.deviations);
  return (
    <SpaceBetween size="m">
      <StaleNote reads={[read]} />
      <Container
        header={
          <Header
            actions={
              mayApprove &&
              newest !== undefined && (
                <Button onClick={() => setAsked(true)}>Approve what is in force now (revision {newest})</Button>
              )
            }
            variant="h2"
          >
            The baseline
          </Header>
        }
      >
        {baseline === undefined ? (
          <EmptyState title="No baseline is approved yet">
            Approve a revision, here or on its page: from then on every deviation from it is reported.
          </EmptyState>
        ) : (
          <p>
            Version {baseline.version}, {baseline.source}, approved by <NameText text={baseline.approvedBy} />,{' '}
            <TimeText at={baseline.approvedAt} />.
          </p>
        )}
      </Container>
      {baseline !== undefined && <Deviations deviations={deviations} />}
      {isAsked && newest !== undefined && <ApproveBaseline onLeave={() => setAsked(false)} revision={newest} />}
    </SpaceBetween>
  );
}

function Deviations({ deviations }: { readonly deviations: readonly Deviation[] }) {
  const [excepted, setExcepted] = useState<string | undefined>(undefined);
  const mayExcept = useMay('addException');
  return (
    <Container
      header={
        <Header counter={`(${deviations.length})`} variant="h2">
          What deviates now
        </Header>
      }
    >
      {deviations.length === 0 ? (
        <p>The controls are as approved.</p>
      ) : (
        <ul className="controls-changes">
          {deviations.map(({ path, since, standing, changes, exception }) => (
            <li key={path}>
              <ChangeLines changes={changes} otherChanges={0} />
              <div className="controls-soft">
                {standing}, since <TimeText at={since} />
                {exception !== undefined && (
                  <>
                    ; excepted until <TimeText at={exception.expires} />, ticket <NameText text={exception.ticket} />
                  </>
                )}
              </div>
              {mayExcept && exception === undefined && (
                <Button
                  ariaLabel={`Make an exception for ${path}`}
                  onClick={() => setExcepted(path)}
                  variant="inline-link"
                >
                  Make an exception
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {excepted !== undefined && (
        <AllowanceForm kind="exception" onLeave={() => setExcepted(undefined)} pattern={excepted} />
      )}
    </Container>
  );
}

type Plain = Readonly<Record<string, unknown>>;

interface BaselineShown {
  readonly version: number;
  readonly source: string;
  readonly approvedBy: string;
  readonly approvedAt: string;
}

interface Deviation {
  readonly path: string;
  readonly standing: string;
  readonly since: string;
  readonly changes: readonly Change[];
  readonly exception?: { readonly ticket: string; readonly expires: string };
}

/** Undefined when no baseline is approved. */
function baselineIn(approved: Plain | null): BaselineShown | undefined {
  if (approved === null) {
    return undefined;
  }
  const { kind, revision, name } = (approved['source'] ?? {}) as Plain;
  return {
    version: Number(approved['version']),
    source: kind === 'revision' ? `revision ${String(revision)}` : `the file ${String(name)}`,
    approvedBy: String(approved['approvedBy']),
    approvedAt: String(approved['approvedAt']),
  };
}

function deviationsIn(deviations: readonly Plain[]): readonly Deviation[] {
  return deviations.map(({ path, standing, since, changes, exception }) => ({
    path: String(path),
    standing: String(standing),
    since: String(since),
    changes: changes as readonly Change[],
    ...(typeof exception === 'object' &&
      exception !== null && { exception: exception as NonNullable<Deviation['exception']> }),
  }));
}
