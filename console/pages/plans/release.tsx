import { useChange } from '../../api/queries.ts';
import { countedText, creditsText } from '../../parts/texts/amounts.ts';
import { ImpactQuestion } from '../../parts/impact/impact-question.tsx';
import { harmless } from '../../parts/texts/name-text.tsx';
import type { HeldPlan } from './held-plan.ts';

interface ReleaseProps {
  readonly plan: HeldPlan;
  readonly emails: readonly string[];
  /** With the run that applies the rows, when they were released. */
  readonly onClose: (run?: string) => void;
}

/** Asks before rows of a held plan are applied, and the rest waits on. */
export function Release({ plan, emails, onClose }: ReleaseProps) {
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
          The limit goes from {only.from === null ? 'none' : creditsText(only.from)} to {creditsText(only.to)} credits,
          as far as nothing has moved since.
        </p>
      )}
      <p>The rest of the plan waits on.</p>
    </ImpactQuestion>
  );
}
