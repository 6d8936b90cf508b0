import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { useState } from 'react';

import { creditsPhrase } from '../../../shared/kernel/texts/credits.ts';
import { dayText } from '../../../shared/kernel/time/day.ts';
import { useMay } from '../../api/caller.ts';
import { useChange, useRead } from '../../api/queries.ts';
import { ImpactQuestion } from '../../parts/impact/impact-question.tsx';
import { useImpact } from '../../parts/impact/use-impact.ts';
import { NameText } from '../../parts/texts/name-text.tsx';

/** A person's present and future top-ups and exemptions, with their ends; nothing when there are none. */
export function Grants({ email }: { readonly email: string }) {
  const topUps = useRead('listTopUps', { who: `user:${email}` }).data?.document.rows ?? [];
  const exempt = useRead('listExemptions', {}).data?.document.rows ?? [];
  const own = exempt.filter((row) => textOf(row, 'email').toLowerCase() === email.toLowerCase());
  const [mayEnd, mayEndExemption] = [useMay('endTopUp'), useMay('endExemptions')];
  const [ending, setEnding] = useState<Ending>();
  return topUps.length + own.length === 0 ? null : (
    <Container header={<Header variant="h2">Given to them</Header>}>
      <ul className="people-history">
        {topUps.map((row) => (
          <li key={textOf(row, 'id')}>
            {creditsPhrase(Number(row['credits']))}
            <Moved email={email} row={row} />, {dayText(textOf(row, 'from'))} to {dayText(textOf(row, 'to'))}:{' '}
            <NameText charsMax={200} text={textOf(row, 'reason')} />{' '}
            {mayEnd && (
              <Button onClick={() => setEnding({ kind: 'end-top-up', id: textOf(row, 'id') })} variant="inline-link">
                End it …
              </Button>
            )}
          </li>
        ))}
        {own.map((row) => (
          <li key={textOf(row, 'id')}>
            Exempt until {dayText(textOf(row, 'until'))}: <NameText charsMax={200} text={textOf(row, 'reason')} />{' '}
            {mayEndExemption && (
              <Button onClick={() => setEnding({ kind: 'end-exemptions' })} variant="inline-link">
                End the exemption …
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ending !== undefined && <EndQuestion email={email} ending={ending} onEnd={() => setEnding(undefined)} />}
    </Container>
  );
}

/** Of a move: who gives, or who gets. */
function Moved({ email, row }: { readonly email: string; readonly row: Readonly<Record<string, unknown>> }) {
  const [from, to] = [textOf(row, 'takenFrom'), textOf(row, 'scope').replace(/^user:/u, '')];
  const isTaken = from === email.toLowerCase();
  return from === '' ? null : (
    <>
      {isTaken ? ' taken from them for ' : ' of '}
      <NameText charsMax={60} text={isTaken ? to : from} />
    </>
  );
}

type Ending = { readonly kind: 'end-top-up'; readonly id: string } | { readonly kind: 'end-exemptions' };

function EndQuestion({
  email,
  ending,
  onEnd,
}: {
  readonly email: string;
  readonly ending: Ending;
  readonly onEnd: () => void;
}) {
  const [endTopUp, endExemptions] = [useChange('endTopUp'), useChange('endExemptions')];
  const impact = useImpact(
    ending.kind === 'end-top-up' ? { edit: ending.kind, id: ending.id } : { edit: ending.kind, email },
  );
  const agreed = impact.answer === undefined ? {} : { agreed: impact.answer.agreed };
  const confirm = (): void =>
    ending.kind === 'end-top-up'
      ? endTopUp.mutate({ given: { id: ending.id, ...agreed } }, { onSuccess: onEnd })
      : endExemptions.mutate({ given: { email, ...agreed } }, { onSuccess: onEnd });
  return (
    <ImpactQuestion
      action="End it"
      isBusy={endTopUp.isPending || endExemptions.isPending}
      onCancel={onEnd}
      onConfirm={confirm}
      problem={endTopUp.error ?? endExemptions.error ?? impact.problem}
      question={ending.kind === 'end-top-up' ? 'End this top-up?' : 'End their exemptions?'}
      stopped={impact.answer?.impact.stopped}
      stoppedCount={impact.answer?.counts.stopped}
      {...(impact.answer !== undefined && { changed: impact.answer.counts.changes })}
    />
  );
}

function textOf(row: Readonly<Record<string, unknown>>, name: string): string {
  const value = row[name];
  return typeof value === 'string' ? value : '';
}
