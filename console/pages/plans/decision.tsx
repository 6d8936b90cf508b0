import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';

import { grouped } from '../../../shared/kernel/texts/amounts.ts';
import { creditsPhrase, creditsText } from '../../../shared/kernel/texts/credits.ts';
import { useMay } from '../../api/caller.ts';
import { useChange } from '../../api/queries.ts';
import { ImpactQuestion } from '../../parts/impact/impact-question.tsx';
import { countedText } from '../../parts/texts/amounts.ts';
import { NameText, harmless } from '../../parts/texts/name-text.tsx';
import { reasonText } from '../../parts/texts/reason-text.ts';
import { RunOutcome } from '../../parts/texts/run-outcome.tsx';
import type { HeldPlan } from './plan-rows.ts';

/** Why the plan is held, and the two ways to decide. */
export function Decision({ plan }: { readonly plan: HeldPlan }) {
  const [asked, setAsked] = useState<'approve' | 'reject'>();
  const mayApprove = useMay('approvePlan');
  const [run, setRun] = useState<string>();
  return (
    <SpaceBetween size="m">
      {run !== undefined && <RunOutcome run={run} what="The plan is approved" />}
      <Container>
        <div className="plan-decision">
          <div>
            <NameText charsMax={1_000} text={reasonText(plan.reason)} />
            {plan.status === 'held' && !mayApprove && (
              <p className="plan-soft">A person with the role approver decides it.</p>
            )}
          </div>
          {plan.status === 'held' && mayApprove && (
            <SpaceBetween direction="horizontal" size="xs">
              <Button onClick={() => setAsked('reject')}>Reject</Button>
              <Button disabled={plan.moved?.isSame === false} onClick={() => setAsked('approve')} variant="primary">
                Approve
              </Button>
            </SpaceBetween>
          )}
        </div>
      </Container>
      {asked === 'approve' && (
        <Approve
          onClose={(started) => {
            setAsked(undefined);
            setRun(started ?? run);
          }}
          plan={plan}
        />
      )}
      {asked === 'reject' && <Reject onClose={() => setAsked(undefined)} plan={plan} />}
    </SpaceBetween>
  );
}

interface QuestionProps {
  readonly plan: HeldPlan;
  /** `run`: applies the plan, when approved. */
  readonly onClose: (run?: string) => void;
}

function Approve({ plan, onClose }: QuestionProps) {
  const approval = useChange('approvePlan');
  const given = { plan: plan.plan, body: {} };
  return (
    <ImpactQuestion
      action="Approve"
      changed={plan.changes}
      isBusy={approval.isPending}
      onCancel={() => onClose()}
      onConfirm={() => approval.mutate({ given }, { onSuccess: ({ document }) => onClose(document.run) })}
      problem={approval.error}
      question={`Approve plan ${plan.plan}?`}
      stopped={plan.stopped}
    >
      <Untold plan={plan} />
    </ImpactQuestion>
  );
}

function Reject({ plan, onClose }: QuestionProps) {
  const rejection = useChange('rejectPlan');
  return (
    <ImpactQuestion
      action="Reject"
      isBusy={rejection.isPending}
      onCancel={() => onClose()}
      onConfirm={() => rejection.mutate({ given: { plan: plan.plan } }, { onSuccess: () => onClose() })}
      problem={rejection.error}
      question={`Reject plan ${plan.plan} for good?`}
      stopped={[]}
    >
      <p>Limits stay as they are. A run that makes this very plan again is held, without another mail.</p>
    </ImpactQuestion>
  );
}

/** Names are cut, counts are complete. */
function Untold({ plan: { stopped, total } }: { readonly plan: HeldPlan }) {
  const unnamed = (total?.stopped ?? 0) - stopped.length;
  return (
    <>
      {unnamed > 0 && <p>{grouped(unnamed)} more are stopped whose names were not kept.</p>}
      <p>The run that applies it begins at once. Limits that it lowers count on the platform within minutes.</p>
    </>
  );
}

/** Asks for confirmation before rows of a held plan are applied; the rest stays held. */
export function Release({
  plan,
  emails,
  onClose,
}: {
  readonly plan: HeldPlan;
  readonly emails: readonly string[];
  /** `run`: applies the released rows. */
  readonly onClose: (run?: string) => void;
}) {
  const release = useChange('approvePlan');
  const [first = ''] = emails;
  const what = emails.length === 1 ? harmless(first) : countedText(emails.length, 'row');
  const rows = plan.rows.filter(({ email }) => emails.includes(email));
  const [only] = rows;
  return (
    <ImpactQuestion
      action="Release now"
      changed={emails.length}
      isBusy={release.isPending}
      onCancel={() => onClose()}
      onConfirm={() =>
        release.mutate(
          { given: { plan: plan.plan, body: { only: emails } } },
          { onSuccess: ({ document }) => onClose(document.run) },
        )
      }
      problem={release.error}
      question={`Release ${what} now?`}
      stopped={plan.stopped.filter((email) => emails.includes(email))}
    >
      {rows.length === 1 && only !== undefined && (
        <p>
          The limit goes from {only.from === null ? 'none' : creditsText(only.from)} to {creditsPhrase(only.to)}, as far
          as nothing has moved since.
        </p>
      )}
      <p>The rest of the plan waits on.</p>
    </ImpactQuestion>
  );
}
