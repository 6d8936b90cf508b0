import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';

import type { OperationDocument } from '../../api/call-api.ts';
import { useChange } from '../../api/queries.ts';
import { DayField } from '../../parts/lists/day-field.tsx';
import { Question } from '../../parts/question.tsx';
import { countedText } from '../../parts/texts/amounts.ts';
import { NameText } from '../../parts/texts/name-text.tsx';

interface AcknowledgeProps {
  readonly alerts: readonly OperationDocument<'listAlerts'>['rows'][number][];
  readonly onClose: (isDone: boolean) => void;
}

const namedMax = 5;

/** Acknowledges alerts one by one with the same reason; failed ones stay selected. */
export function Acknowledge({ alerts, onClose }: AcknowledgeProps) {
  const acknowledge = useChange('acknowledgeAlert');
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const [isTried, setTried] = useState(false);
  const submit = async (): Promise<void> => {
    setTried(true);
    if (reason.trim() === '') {
      return;
    }
    for (const { id } of alerts) {
      const body = { reason: reason.trim(), ...(until !== '' && { until }) };
      // Sequential: the first refusal tells why.
      await acknowledge.mutateAsync({ given: { alert: id, body } });
    }
    onClose(true);
  };
  return (
    <Question
      action="Acknowledge"
      isBusy={acknowledge.isPending}
      onConfirm={() => {
        submit().catch(() => undefined);
      }}
      onLeave={() => onClose(false)}
      problem={acknowledge.error}
      question={`Acknowledge ${countedText(alerts.length, 'alert')}?`}
    >
      <Headlines alerts={alerts} />
      <FormField
        description="Stands in the journal"
        errorText={isTried && reason.trim() === '' ? 'Say why it needs nothing more' : ''}
        label="Reason"
      >
        <Input onChange={({ detail }) => setReason(detail.value)} value={reason} />
      </FormField>
      <DayField
        hint="The last day, UTC. Default: until the alert changes"
        label="Snooze through"
        onChange={setUntil}
        value={until}
      />
    </Question>
  );
}

function Headlines({ alerts }: Pick<AcknowledgeProps, 'alerts'>) {
  return (
    <ul>
      {alerts.slice(0, namedMax).map(({ id, headline }) => (
        <li key={id}>
          <NameText charsMax={200} text={headline} />
        </li>
      ))}
      {alerts.length > namedMax && <li>and {alerts.length - namedMax} more</li>}
    </ul>
  );
}
