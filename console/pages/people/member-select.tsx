import FormField from '@cloudscape-design/components/form-field';
import Select, { type SelectProps } from '@cloudscape-design/components/select';
import { useState } from 'react';

import { creditsPhrase } from '../../../shared/kernel/texts/credits.ts';
import type { OperationDocument } from '../../api/call-api.ts';
import { useRead } from '../../api/queries.ts';
import { useDelayed } from '../../parts/lists/use-delayed.ts';
import { harmless } from '../../parts/texts/name-text.tsx';

/** As many as a menu shows at once; the others are found by a part of their email. */
const shownMax = 20;
const typingMs = 300;

/** Chooses a member of a team from a list that is searched by email and says what each has left. */
export function MemberSelect({
  label,
  help,
  team,
  email,
  without,
  order,
  onChange,
}: {
  readonly label: string;
  readonly help?: string;
  /** The team of whom they are a member; undefined for everybody whom the caller may see. */
  readonly team: string | undefined;
  /** Of the member that is chosen; empty for none. */
  readonly email: string;
  /** Left out: the other side of a move. */
  readonly without: string;
  /** Those with the most left first, else those with the least. */
  readonly order?: 'most-left';
  readonly onChange: (email: string) => void;
}) {
  const [typed, setTyped] = useState('');
  const search = useDelayed(typed, typingMs).trim();
  const read = useRead(
    'listCaps',
    { limit: String(shownMax + 1), ...(team && { team }), ...(order && { order }), ...(search !== '' && { search }) },
    { keepsRows: true },
  );
  const { rows = [], place } = read.data?.document ?? {};
  const others = rows.filter((cap) => cap.email.toLowerCase() !== without.toLowerCase());
  const options = others.slice(0, shownMax).map(optionOf);
  const more = (place?.total ?? 0) - rows.length + others.length - options.length;
  return (
    <FormField constraintText={help} label={label} stretch>
      <Select
        empty={search === '' ? 'No other member has a limit' : 'No member has this in their email'}
        errorText="The members could not be read"
        filteringAriaLabel={`Find: ${label}`}
        filteringPlaceholder="Part of an email"
        filteringType="manual"
        finishedText={more > 0 ? `${more} more: type a part of the email` : ''}
        loadingText="Reading …"
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
        onLoadItems={({ detail }) => setTyped(detail.filteringText)}
        options={options}
        placeholder="Choose a member"
        recoveryText="Try again"
        selectedOption={
          email === ''
            ? null
            : (options.find(({ value }) => value === email) ?? { value: email, label: harmless(email) })
        }
        statusType={read.isError ? 'error' : read.data === undefined ? 'loading' : 'finished'}
      />
    </FormField>
  );
}

function optionOf({
  email,
  headroom,
  stopped,
  status,
}: OperationDocument<'listCaps'>['rows'][number]): SelectProps.Option {
  const left = headroom === null ? 'no limit known' : `${creditsPhrase(headroom)} left`;
  return {
    value: email,
    label: harmless(email),
    description: status === 'exempt' ? `${left}, exempt` : stopped ? `${left}, stopped` : left,
  };
}
