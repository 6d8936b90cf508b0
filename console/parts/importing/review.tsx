import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';

import { ImpactSummary } from '../impact/impact-summary.tsx';
import { ProblemAlert } from '../problem-alert.tsx';
import { countedText } from '../texts/amounts.ts';
import { NameText } from '../texts/name-text.tsx';
import { PlannedChanges, RowErrors } from './planned-changes.tsx';
import { type ImportKind, type RecordFile, useImport, usePlannedImport } from './use-import.ts';

/** Reviews a bulk edit: errors by row, changes, what follows; then makes exactly these changes. */
export function Review({
  kind,
  file,
  onDone,
}: {
  readonly kind: ImportKind;
  /** Undefined while there is nothing valid to import. */
  readonly file: RecordFile | undefined;
  readonly onDone?: () => void;
}) {
  const { shown, impact, effect, agreed, saved, isComputing, problem, again } = usePlannedImport(kind.kind, file);
  const work = useImport(kind.kind);
  const count = (shown?.changes.length ?? 0) + (shown?.teams?.changes.length ?? 0);
  const stopped = agreed === undefined ? 0 : (impact?.counts.stopped ?? 0);
  if (work.isDone) {
    return (
      <Saved
        failed={work.failed}
        onClose={() => {
          work.reset();
          onDone?.();
        }}
        saved={saved}
      />
    );
  }
  return (
    <SpaceBetween size="m">
      {file !== undefined && problem !== null && <RowErrors onRetry={again} problem={problem} text={file.content} />}
      {work.problem !== null && <ProblemAlert onRetry={again} problem={work.problem} />}
      {isComputing && (
        <Box>
          <div role="status">Computing what it would do …</div>
        </Box>
      )}
      {shown !== undefined && problem === null && (
        <>
          <PlannedChanges kind={kind} plan={shown} />
          {impact !== undefined && <ImpactSummary shown={impact} isOld={isComputing} />}
          {effect.map((sentence) => (
            <p key={sentence}>
              <NameText charsMax={300} text={sentence} />
            </p>
          ))}
        </>
      )}
      {file !== undefined && (
        <Button
          disabled={agreed === undefined || count === 0}
          loading={work.isBusy}
          onClick={() => agreed !== undefined && work.start(file, agreed)}
          variant="primary"
        >
          {`Save ${countedText(agreed === undefined ? 0 : count, 'change')}${stopped > 0 ? ` and stop ${countedText(stopped, 'person', 'people')}` : ''}`}
        </Button>
      )}
    </SpaceBetween>
  );
}

function Saved({
  saved,
  failed,
  onClose,
}: {
  readonly saved: string;
  readonly failed: readonly string[];
  readonly onClose: () => void;
}) {
  return (
    <Alert action={<Button onClick={onClose}>Close</Button>} type={failed.length > 0 ? 'warning' : 'success'}>
      <div role="status">
        {failed.length > 0
          ? `Saved, but ${countedText(failed.length, 'change')} could not be made: ${failed.slice(0, 5).join('; ')}`
          : saved}
      </div>
    </Alert>
  );
}
