import { useChange, useRead } from '../../../api/queries.ts';
import { countedText } from '../../../parts/texts/amounts.ts';
import { ReasonQuestion } from '../reason-question.tsx';

/** Asks for confirmation and shows how far the present controls differ. */
export function ApproveBaseline({ revision, onLeave }: { readonly revision: number; readonly onLeave: () => void }) {
  const approve = useChange('approveBaseline');
  const newest = useRead('listTimeline', { limit: '1' }, { isLive: false }).data?.document.rows[0]?.revision;
  const compared = useRead(
    'compareControls',
    { body: { before: { revision }, after: { revision: newest ?? revision } } },
    { isLive: false, isWanted: newest !== undefined },
  );
  const deviations = compared.data?.document;
  return (
    <ReasonQuestion
      action="Approve"
      isBusy={approve.isPending}
      isReady={deviations !== undefined}
      onConfirm={() => approve.mutate({ given: { body: { revision } } }, { onSuccess: onLeave })}
      onLeave={onLeave}
      problem={approve.error ?? compared.error}
      question={`Approve revision ${revision} as the baseline?`}
    >
      <div role="status">
        {deviations === undefined
          ? 'Comparing it with the present controls …'
          : deviations.length === 0
            ? 'The present controls are as this revision has them: nothing deviates.'
            : `The present controls (revision ${newest}) deviate from it in ${countedText(deviations.length, 'place')}; each is reported from the next run on.`}
      </div>
    </ReasonQuestion>
  );
}
