import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';

import { useChange, useRead } from '../../api/queries.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { Question } from '../../parts/question.tsx';
import { countedText } from '../../parts/texts/amounts.ts';
import { NameText } from '../../parts/texts/name-text.tsx';
import { reasonText } from '../../parts/texts/reason-text.ts';
import { TimeText } from '../../parts/texts/time-text.tsx';
import { durationText, jobs } from './run-facts.tsx';

/** Requests a run of a job now, with an estimate of its effect. */
export function AskForRun({ onClose }: { readonly onClose: (run?: string) => void }) {
  const [job, setJob] = useState<string>('enforce');
  const start = useChange('startRun');
  return (
    <Question
      action="Start the run"
      isBusy={start.isPending}
      onConfirm={() =>
        start.mutate({ given: { body: { job } } }, { onSuccess: ({ document }) => onClose(document.run) })
      }
      onLeave={() => onClose()}
      problem={start.error}
      question="Ask for a run"
    >
      <FormField label="Job">
        <Select
          onChange={({ detail }) => setJob(detail.selectedOption.value ?? job)}
          options={jobs.map((name) => ({ label: name, value: name }))}
          selectedOption={{ label: job, value: job }}
        />
      </FormField>
      {job === 'enforce' && <PlanEstimate />}
      <LastRun job={job} />
    </Question>
  );
}

/** An estimate from known figures: a night reads newer ones first. */
function PlanEstimate() {
  const { data, error } = useRead('showPlan', {}, { isLive: false });
  if (data === undefined) {
    return error === null ? (
      <div role="status">Computing what it would change …</div>
    ) : (
      <ProblemAlert problem={error} />
    );
  }
  const { changes, held, besideHold } = data.document;
  return (
    <div role="status">
      By the figures that are known it changes {countedText(changes.length, 'limit')}.
      {held !== null && (
        <>
          {' '}
          It would be held: <NameText charsMax={500} text={reasonText(held.detail)} />
          {besideHold.length > 0 && ` ${countedText(besideHold.length, 'change')} would be sent all the same.`}
        </>
      )}
    </div>
  );
}

function LastRun({ job }: { readonly job: string }) {
  const { data } = useRead('listRuns', { job, newest: '1' } as never, { isLive: false });
  const last = data?.document.rows[0];
  return last === undefined ? (
    <div>It has not run yet.</div>
  ) : (
    <div>
      The last one, <TimeText at={last.at} isAgo />, is {last.status ?? 'at work'}
      {last.finishedAt !== null && ` and took ${durationText(last)}`}
      {last.capsChanged > 0 && `; it changed ${countedText(last.capsChanged, 'limit')}`}
      {last.found !== null && `; it found ${last.found}`}.
    </div>
  );
}
