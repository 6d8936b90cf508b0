import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';

import { ImpactSummary } from '../impact/impact-summary.tsx';
import { useImpact } from '../impact/use-impact.ts';
import { ProblemAlert } from '../problem-alert.tsx';
import { countedText } from '../texts/amounts.ts';
import { PlannedChanges, RowErrors } from './planned-changes.tsx';
import { type ImportKind, useImport, type RecordFile } from './use-import.ts';

interface ReviewProps {
  readonly kind: ImportKind;
  /** Undefined while there is nothing valid to import. */
  readonly file: RecordFile | undefined;
  readonly onDone?: () => void;
}

/** Reviews a bulk edit: errors by row, changes, stopped people; then makes exactly these changes. */
export function Review({ kind, file, onDone }: ReviewProps) {
  const impact = useImpact(file === undefined ? undefined : { edit: 'import', content: kind.content, file });
  const work = useImport(kind.content);
  const { answer, shown } = impact;
  const count = (answer?.plan?.changes.length ?? 0) + (answer?.plan?.teams?.changes.length ?? 0);
  const stopped = answer?.impact.stopped.length ?? 0;
  if (work.isDone) {
    return (
      <Alert
        action={
          <Button
            onClick={() => {
              work.reset();
              onDone?.();
            }}
          >
            Close
          </Button>
        }
        type={work.failed.length > 0 ? 'warning' : 'success'}
      >
        <div role="status">
          {work.failed.length > 0
            ? `Saved, but ${countedText(work.failed.length, 'change')} could not be made: ${work.failed.slice(0, 5).join('; ')}`
            : 'Saved. Limits follow within a minute.'}
        </div>
      </Alert>
    );
  }
  return (
    <SpaceBetween size="m">
      {file !== undefined && impact.problem !== null && (
        <RowErrors onRetry={impact.again} problem={impact.problem} text={file.content} />
      )}
      {work.problem !== null && <ProblemAlert onRetry={impact.again} problem={work.problem} />}
      {impact.isComputing && (
        <Box>
          <div role="status">Computing what it would do …</div>
        </Box>
      )}
      {shown?.plan !== undefined && impact.problem === null && (
        <>
          <PlannedChanges kind={kind} plan={shown.plan} />
          <ImpactSummary shown={shown} isOld={impact.isComputing} />
        </>
      )}
      {file !== undefined && (
        <Button
          disabled={answer === undefined || count === 0}
          loading={work.isBusy}
          onClick={() => answer !== undefined && work.start(file, answer.agreed)}
          variant="primary"
        >
          {`Save ${countedText(count, 'change')}${stopped > 0 ? ` and stop ${countedText(stopped, 'person', 'people')}` : ''}`}
        </Button>
      )}
    </SpaceBetween>
  );
}
