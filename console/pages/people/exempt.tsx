import { useState } from 'react';

import { exemptionRecord } from '../../../shared/grants/contract/grant.ts';
import { useChange } from '../../api/queries.ts';
import { DraftFields } from '../../parts/editing/draft-fields.tsx';
import { formOf } from '../../parts/editing/form-of.ts';
import { saidOf } from '../../parts/editing/record-form.ts';
import { useImpact } from '../../parts/impact/use-impact.ts';
import { GrantForm } from './grant-form.tsx';
import { unsaidReason } from './unsaid-reason.ts';

const form = formOf(exemptionRecord, ['email']);

/** Exempts a user through a day, with a reason. */
export function Exempt({ email }: { readonly email: string }) {
  const add = useChange('addExemption');
  const [draft, setDraft] = useState(form.fresh);
  const faults = form.faults(draft, { email });
  const said = { email, ...unsaidReason, ...saidOf(form, undefined, draft) };
  const impact = useImpact(faults.until === undefined ? { edit: 'add-exemption', said } : undefined);
  return (
    <GrantForm
      action="Exempt"
      done={add.data === undefined || draft.until !== '' ? undefined : 'Exempt. Their limit stays as it is until then.'}
      impact={impact}
      isBusy={add.isPending}
      isReady={faults.reason === undefined}
      onSubmit={() => {
        const given = { body: said, agreed: impact.answer?.agreed };
        add.mutate({ given }, { onSuccess: () => setDraft({ ...draft, until: '' }), onError: impact.again });
      }}
      problem={add.error}
      result={<p>Curfew leaves their limit alone until then, whatever they use.</p>}
      title="Exempt"
    >
      <DraftFields
        draft={draft}
        faults={faults}
        fields={form.fields}
        onChange={(field, text) => setDraft({ ...draft, [field]: text })}
      />
    </GrantForm>
  );
}
