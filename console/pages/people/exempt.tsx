import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';

import { useChange } from '../../api/queries.ts';
import { useImpact } from '../../parts/impact/use-impact.ts';
import { GrantForm } from './grant-form.tsx';

const dayPattern = /^\d{4}-\d{2}-\d{2}$/u;

/** Leaves somebody's limit as it is through a day, with a reason. */
export function Exempt({ email }: { readonly email: string }) {
  const add = useChange('addExemption');
  const [until, setUntil] = useState('');
  const [reason, setReason] = useState('');
  const isDay = dayPattern.test(until.trim()) && !Number.isNaN(Date.parse(until.trim()));
  const said = { email, until: until.trim(), reason: reason.trim() === '' ? 'to be said' : reason.trim() };
  const impact = useImpact(isDay ? { edit: 'add-exemption', said } : undefined);
  return (
    <GrantForm
      action="Exempt"
      done={add.data === undefined || until !== '' ? undefined : 'Exempt. Their limit stays as it is until then.'}
      impact={impact}
      isBusy={add.isPending}
      isReady={reason.trim() !== ''}
      onSubmit={() => {
        const given = { body: said, agreed: impact.answer?.agreed };
        add.mutate({ given }, { onSuccess: () => setUntil(''), onError: impact.again });
      }}
      problem={add.error}
      result={<p>Curfew leaves their limit alone until then, whatever they use.</p>}
      title="Exempt"
    >
      <FormField
        constraintText="UTC, such as 2026-03-31"
        label="Through the day"
        stretch
        {...(until !== '' && !isDay && { errorText: 'Give a day such as 2026-03-31' })}
      >
        <Input onChange={({ detail }) => setUntil(detail.value)} value={until} />
      </FormField>
      <FormField label="Reason" stretch>
        <Input onChange={({ detail }) => setReason(detail.value)} value={reason} />
      </FormField>
    </GrantForm>
  );
}
