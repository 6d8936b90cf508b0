import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';

import { useChange } from '../../api/queries.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { creditsText } from '../../parts/texts/amounts.ts';
import { approvalOf, creditsIn, type PoolChoice, type ShownRequest } from './decision.ts';

/** Approves a request wholly or partly, in one of the possible ways, or denies it with a reason. */
export function Decide({ request }: { readonly request: ShownRequest }) {
  const decide = useChange('decideRequest');
  const [text, setText] = useState(creditsText(request.credits));
  const [way, setWay] = useState<PoolChoice>(request.ways[0]?.pools ?? 'as-budgeted');
  const [reason, setReason] = useState('');
  const [isDenialTried, setDenialTried] = useState(false);
  const credits = creditsIn(text, request.credits);
  const isLess = credits.kind === 'credits' && credits.credits < request.credits;
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
        errorText={isDenialTried && reason.trim() === '' ? 'Say why: it goes to whoever asked' : ''}
        label="Reason"
        description="Goes to whoever asked; a denial needs one"
      >
        <Input onChange={({ detail }) => setReason(detail.value)} value={reason} />
      </FormField>
      {decide.error && <ProblemAlert problem={decide.error} />}
      <SpaceBetween direction="horizontal" size="xs">
        <Button
          disabled={credits.kind === 'problem'}
          loading={decide.isPending && decide.variables.given.body.verdict === 'approve'}
          onClick={() =>
            credits.kind === 'credits' &&
            decide.mutate({
              given: { id: request.id, body: approvalOf(request, { credits: credits.credits, way, reason }) },
            })
          }
          variant="primary"
        >
          {isLess ? `Approve ${creditsText(credits.credits)}` : 'Approve'}
        </Button>
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

interface WaysProps {
  readonly ways: ShownRequest['ways'];
  readonly value: PoolChoice;
  readonly onChange: (way: PoolChoice) => void;
}

function Ways({ ways, value, onChange }: WaysProps) {
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
