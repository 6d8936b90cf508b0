import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';

import { useCaller, hasRight } from '../../api/caller.ts';
import { useRead } from '../../api/queries.ts';
import { FactPairs } from '../../parts/facts.tsx';
import { StaleNote } from '../../parts/page-frame.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { PersonLink } from '../../parts/texts/page-link.tsx';
import { DayText, TimeText } from '../../parts/texts/time-text.tsx';
import { Decide } from './decide.tsx';
import type { ShownRequest } from './decision.ts';

/** A request beside the queue, with its effect and the decision. */
export function RequestPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const read = useRead('showRequest', { id });
  const mayDecide = hasRight(useCaller(), 'decide-requests');
  const request = read.data?.document;
  return (
    <Container
      header={
        <Header actions={<Button ariaLabel="Close" iconName="close" onClick={onClose} variant="icon" />} variant="h2">
          Request
        </Header>
      }
    >
      {request === undefined ? (
        read.error === null ? (
          <div className="loading" role="status">
            Computing what it would give …
          </div>
        ) : (
          <ProblemAlert onRetry={() => void read.refetch()} problem={read.error} />
        )
      ) : (
        <SpaceBetween size="m">
          <StaleNote reads={[read]} />
          <Facts request={request} />
          {request.status === 'asked' ? (
            mayDecide ? (
              <Decide request={request} />
            ) : (
              <Alert>Whoever has the role approver, or owns the team, decides it.</Alert>
            )
          ) : (
            <Outcome request={request} />
          )}
        </SpaceBetween>
      )}
    </Container>
  );
}

function Facts({ request }: { readonly request: ShownRequest }) {
  const { email, team, credits, until, reason, askedAt, about, givenThisMonth } = request;
  return (
    <FactPairs
      facts={{
        Person: (
          <>
            <PersonLink email={email} />
            {team !== null && (
              <>
                , team <NameText text={team} />
              </>
            )}
          </>
        ),
        'Asks for': (
          <>
            <b>
              <CreditText credits={credits} />
            </b>{' '}
            credits until <DayText day={until} />
          </>
        ),
        Reason: <NameText charsMax={400} text={reason} />,
        Asked: (
          <>
            <TimeText at={askedAt} />
            {about !== null && (
              <>
                , after a mail about{' '}
                {about.scope === null ? 'the ceiling of all limits' : <NameText text={about.scope} />}
              </>
            )}
          </>
        ),
        'Given this month': <CreditText credits={givenThisMonth} />,
      }}
    />
  );
}

function Outcome({
  request: { status, given, decidedBy, decidedAt, because, email },
}: {
  readonly request: ShownRequest;
}) {
  const isGiven = status === 'approved' || status === 'less';
  return (
    <Alert type={isGiven ? 'success' : 'info'}>
      <div role="status">
        {isGiven ? (
          <>
            Approved: <CreditText credits={given} /> credits. What of it the pools have free now raises the limit of{' '}
            <NameText text={email} /> within a minute.
          </>
        ) : (
          `The request is ${status === 'expired' ? 'over' : status}.`
        )}{' '}
        {decidedBy !== null && (
          <>
            By <NameText text={decidedBy} />, <TimeText at={decidedAt} />.
          </>
        )}
        {because !== null && (
          <>
            {' '}
            “<NameText charsMax={300} text={because} />”
          </>
        )}
      </div>
    </Alert>
  );
}
