import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';

import { readAmount } from '../../../shared/kernel/records/contract/fields/amount.ts';
import { useChange } from '../../api/queries.ts';
import { useImpact, type ImpactAnswer } from '../../parts/impact/use-impact.ts';
import { creditsText, neededText } from '../../parts/texts/amounts.ts';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { GrantForm } from './grant-form.tsx';
import type { Explanation } from './person.ts';

type Pools = 'as-budgeted' | 'within' | 'raise';

const poolWays: readonly { readonly value: Pools; readonly label: string }[] = [
  { value: 'as-budgeted', label: 'What the team and organization have left' },
  { value: 'within', label: 'The same, reserved for them first' },
  { value: 'raise', label: 'Larger team and organization budgets: as much more for each' },
];

/** Until somebody has said why, the numbers are shown all the same. */
const unsaid = 'to be said';

interface GiveCreditsProps {
  readonly email: string;
  /** The limit now. */
  readonly limit: number | null;
  /** What they need to work as usual; null where nothing more, or where too few days are known to tell. */
  readonly needed: Explanation['needed'];
}

/** Gives somebody credits, with the limit that comes of it computed by the API before the click. */
export function GiveCredits({ email, limit, needed }: GiveCreditsProps) {
  const add = useChange('addTopUp');
  const [amount, setAmount] = useState(needed === null ? '' : String(needed.window));
  const [to, setTo] = useState('');
  const [reason, setReason] = useState('');
  const [pools, setPools] = useState<Pools>('as-budgeted');
  const credits = readAmount(amount);
  const isAmount = credits !== undefined && Number.isSafeInteger(credits) && credits > 0;
  const said = {
    scope: `user:${email}`,
    credits,
    reason: reason.trim() === '' ? unsaid : reason.trim(),
    ...(to.trim() !== '' && { to: to.trim() }),
    ...(pools === 'within' && { withinPool: true }),
    ...(pools === 'raise' && { raises: true }),
  };
  const impact = useImpact(isAmount ? { edit: 'add-top-up', said } : undefined);
  const gets = impact.shown?.topUp?.gets;
  const givesNothing =
    gets !== undefined && gets.people.length > 0 && gets.people.every(({ over, asked }) => over >= asked);
  const done = add.data === undefined ? undefined : `Given. The limit follows within a minute.`;
  return (
    <GrantForm
      action="Give credits"
      done={amount === '' ? done : undefined}
      impact={impact}
      isBusy={add.isPending}
      isReady={reason.trim() !== '' && !givesNothing}
      onSubmit={() => {
        const given = { body: said, agreed: impact.answer?.agreed };
        add.mutate({ given }, { onSuccess: () => setAmount(''), onError: impact.again });
      }}
      problem={add.error}
      result={impact.shown && <Result answer={impact.shown} email={email} limit={limit} />}
      title="Give credits"
    >
      <FormField
        constraintText={`Such as 50000, 50k or 1.5M${needed === null ? '' : `. They need ${neededText(needed)}`}`}
        label="Credits"
        stretch
        {...(amount !== '' && !isAmount && { errorText: 'Give a whole number of credits, 1 or more' })}
      >
        <Input onChange={({ detail }) => setAmount(detail.value)} value={amount} />
      </FormField>
      <FormField constraintText="They and others will read it" label="Reason" stretch>
        <Input onChange={({ detail }) => setReason(detail.value)} value={reason} />
      </FormField>
      <PoolsAndDay onPools={setPools} onTo={setTo} pools={pools} to={to} />
    </GrantForm>
  );
}

interface PoolsAndDayProps {
  readonly pools: Pools;
  readonly to: string;
  readonly onPools: (pools: Pools) => void;
  readonly onTo: (day: string) => void;
}

function PoolsAndDay({ pools, to, onPools, onTo }: PoolsAndDayProps) {
  return (
    <SpaceBetween size="s">
      <FormField label="Take credits from" stretch>
        <Select
          onChange={({ detail }) => onPools(detail.selectedOption.value as Pools)}
          options={poolWays}
          selectedOption={poolWays.find(({ value }) => value === pools) ?? null}
        />
      </FormField>
      <FormField
        constraintText="UTC, such as 2026-03-31; empty: the end of the platform’s window"
        label="Last day"
        stretch
      >
        <Input onChange={({ detail }) => onTo(detail.value)} value={to} />
      </FormField>
    </SpaceBetween>
  );
}

interface ResultProps extends Pick<GiveCreditsProps, 'email' | 'limit'> {
  readonly answer: ImpactAnswer;
}

function Result({ answer: { topUp, impact }, email, limit }: ResultProps) {
  const own = impact.changes.find((change) => change.email.toLowerCase() === email.toLowerCase());
  const gets = topUp?.gets;
  return (
    <div className="people-result">
      <NewLimit from={own?.from ?? limit} to={own === undefined ? limit : own.to} />
      {gets !== undefined && gets.why !== null && (
        <p>
          {creditsText(gets.now)} of it now
          {gets.later !== null && `, ${creditsText(gets.later)} later`}: {gets.why}
        </p>
      )}
    </div>
  );
}

/** The limit before and after, large: what people want to know before they click. */
function NewLimit({ from, to }: { readonly from: number | null; readonly to: number | null }) {
  return (
    <p className="people-new-limit">
      Limit <CreditText credits={from} none="none" /> →{' '}
      <b data-testid="new-limit">
        <CreditText credits={to} none="none" />
      </b>
    </p>
  );
}
