import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';

import { grouped } from '../../../shared/kernel/texts/amounts.ts';
import { creditsText } from '../../../shared/kernel/texts/credits.ts';
import { hasRight, useCaller } from '../../api/caller.ts';
import { useChange, useRead } from '../../api/queries.ts';
import { FactPairs } from '../../parts/facts.tsx';
import { StaleNote } from '../../parts/page-frame.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { neededText } from '../../parts/texts/amounts.ts';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { PersonLink } from '../../parts/texts/page-link.tsx';
import { DayText, TimeText } from '../../parts/texts/time-text.tsx';
import { approvalOf, creditsIn, type PoolChoice, type ShownRequest } from './decision.ts';

/** Approves a request wholly or partly, in one of the possible ways, or denies it with a reason. */
function Decide({ request }: { readonly request: ShownRequest }) {
  const decide = useChange('decideRequest');
  const [text, setText] = useState(grouped(request.credits));
  const giving = request.ways.find(({ isIdle }) => !isIdle) ?? request.ways[0];
  const [way, setWay] = useState<PoolChoice>(giving?.pools ?? 'as-budgeted');
  const [reason, setReason] = useState('');
  const [isDenialTried, setDenialTried] = useState(false);
  const credits = creditsIn(text, request.credits);
  return (
    <SpaceBetween size="m">
      <Ways onChange={setWay} value={way} ways={request.ways} />
      <FormField
        description="Less may be given than was asked for"
        errorText={credits.kind === 'problem' ? credits.problem : ''}
        label="Credits"
      >
        <Input inputMode="numeric" onChange={({ detail }) => setText(detail.value)} spellcheck={false} value={text} />
      </FormField>
      <FormField
        errorText={isDenialTried && reason.trim() === '' ? 'Say why: the person who asked reads it' : ''}
        label="Reason"
        description="The person who asked reads it; a denial needs one"
      >
        <Input onChange={({ detail }) => setReason(detail.value)} value={reason} />
      </FormField>
      {decide.error && <ProblemAlert problem={decide.error} />}
      <SpaceBetween direction="horizontal" size="xs">
        <ApproveButton credits={credits} decide={decide} reason={reason} request={request} way={way} />
        <Button
          loading={decide.isPending && decide.variables.given.body.verdict === 'deny'}
          onClick={() => {
            setDenialTried(true);
            if (reason.trim() !== '') {
              decide.mutate({ given: { id: request.id, body: { verdict: 'deny', reason: reason.trim() } } });
            }
          }}
        >
          Deny
        </Button>
      </SpaceBetween>
    </SpaceBetween>
  );
}

function ApproveButton({
  request,
  decide,
  credits,
  way,
  reason,
}: {
  readonly request: ShownRequest;
  readonly decide: ReturnType<typeof useChange<'decideRequest'>>;
  readonly credits: ReturnType<typeof creditsIn>;
  readonly way: PoolChoice;
  readonly reason: string;
}) {
  // The API says so of fewer credits, and of what was given meanwhile.
  const isFoundIdle = decide.error?.kind === 'refused';
  const isIdle = isFoundIdle || request.ways.some(({ pools, ...each }) => pools === way && each.isIdle);
  const isLess = credits.kind === 'credits' && credits.credits < request.credits;
  return (
    <Button
      disabled={credits.kind === 'problem'}
      loading={decide.isPending && decide.variables.given.body.verdict === 'approve'}
      onClick={() =>
        credits.kind === 'credits' &&
        decide.mutate({
          given: {
            id: request.id,
            body: approvalOf(request, { credits: credits.credits, way, reason, acceptIdle: isIdle }),
          },
        })
      }
      variant={isIdle ? 'normal' : 'primary'}
    >
      {isLess ? `Approve ${creditsText(credits.credits)}` : 'Approve'}
      {isIdle && ': gives nothing now'}
    </Button>
  );
}

function Ways({
  ways,
  value,
  onChange,
}: {
  readonly ways: ShownRequest['ways'];
  readonly value: PoolChoice;
  readonly onChange: (way: PoolChoice) => void;
}) {
  return (
    <FormField label="What it gives now">
      <RadioGroup
        ariaLabel="How it is given"
        items={ways.map(({ pools, label, lines }) => ({ value: pools, label, description: lines.join(' ') }))}
        onChange={({ detail }) => onChange(ways.find(({ pools }) => pools === detail.value)?.pools ?? value)}
        value={value}
      />
    </FormField>
  );
}

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
              <Alert>A person with the role approver, or an owner of the team, decides it.</Alert>
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
  const { email, team, credits, until, reason, askedAt, about, givenThisMonth, needed } = request;
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
        ...(needed !== null && { 'Usual pace': neededText('They need', needed) }),
        'Given this month': <CreditText credits={givenThisMonth} />,
      }}
    />
  );
}

function Outcome({
  request: { status, given, decidedBy, decidedAt, because, email, effect },
}: {
  readonly request: ShownRequest;
}) {
  const isGiven = status === 'approved' || status === 'less';
  return (
    <Alert type={isGiven ? 'success' : 'info'}>
      <div role="status">
        {isGiven ? (
          <>
            Approved: <CreditText credits={given} hasUnit />.{' '}
            {effect ?? (
              <>
                The limit of <NameText text={email} /> is raised within a minute.
              </>
            )}
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
