import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { useEffect, useState } from 'react';

import { creditsText } from '../../../shared/kernel/texts/credits.ts';
import { hasRight, useCaller } from '../../api/caller.ts';
import { useChange } from '../../api/queries.ts';
import { DraftFields } from '../../parts/editing/draft-fields.tsx';
import { saidOf } from '../../parts/editing/record-form.ts';
import { useImpact, type ImpactAnswer } from '../../parts/impact/use-impact.ts';
import { neededText } from '../../parts/texts/amounts.ts';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { givingWay, type Pools } from './giving-way.ts';
import { GrantForm } from './grant-form.tsx';
import { creditsForm } from './grant-set.ts';
import { MemberSelect } from './member-select.tsx';
import type { Explanation } from './person.ts';
import { unsaidReason } from './unsaid-reason.ts';

const poolWays: readonly { readonly value: Pools; readonly label: string }[] = [
  { value: 'as-budgeted', label: 'What the team and organization have left' },
  { value: 'within', label: 'What the team and organization have left, reserved for them first' },
  { value: 'member', label: 'The share of another member of the team' },
  { value: 'raise', label: 'Larger team and organization budgets: as much more for each' },
];

interface GiveCreditsProps {
  readonly email: string;
  readonly limit: number | null;
  /** What they need to work as usual; null where nothing more, or where too few days are known to tell. */
  readonly needed: Explanation['needed'];
  /** Whose members may give of their share; undefined outside teams. */
  readonly team: string | undefined;
}

/** Gives somebody credits, with the limit that comes of it computed by the API before the click. */
export function GiveCredits({ email, limit, needed, team }: GiveCreditsProps) {
  const add = useChange('addTopUp');
  const [draft, setDraft] = useState({ ...creditsForm.fresh, credits: needed === null ? '' : String(needed.window) });
  const mayRaise = hasRight(useCaller(), 'grant');
  // Owners give what their team has: the person comes first in it.
  const [pools, setPools] = useState<Pools>(mayRaise ? 'as-budgeted' : 'within');
  const [isChosen, setChosen] = useState(false);
  const choose = (way: Pools): void => {
    setChosen(true);
    setPools(way);
  };
  const [member, setMember] = useState('');
  const isNamed = pools !== 'member' || member !== '';
  const { reason, ...wrong } = creditsForm.faults(draft, { scope: `user:${email}` });
  const said = {
    scope: `user:${email}`,
    ...unsaidReason,
    ...saidOf(creditsForm, undefined, draft),
    ...(pools === 'within' && { withinPool: true }),
    ...(pools === 'member' && { takenFrom: member }),
    ...(pools === 'raise' && { raises: true }),
  };
  const impact = useImpact(Object.keys(wrong).length === 0 && isNamed ? { edit: 'add-top-up', said } : undefined);
  const givesNothing = impact.shown?.topUp?.gets.isIdle === true;
  usePreferred(isChosen ? undefined : givingWay(impact.shown?.topUp, mayRaise), setPools);
  const done = add.data && 'Given. The limit follows within a minute.';
  return (
    <GrantForm
      action={givesNothing ? 'Give credits: nothing now' : 'Give credits'}
      isIdle={givesNothing}
      done={draft.credits === '' ? done : undefined}
      impact={impact}
      isBusy={add.isPending}
      isReady={reason === undefined && !givesNothing}
      onSubmit={() => {
        const given = { body: said, agreed: impact.answer?.agreed };
        add.mutate({ given }, { onSuccess: () => setDraft({ ...draft, credits: '' }), onError: impact.again });
      }}
      problem={add.error}
      result={impact.shown && <Result answer={impact.shown} email={email} limit={limit} />}
      title="Give credits"
    >
      <DraftFields
        draft={draft}
        faults={{ ...wrong, reason }}
        fields={creditsForm.fields.map((field) =>
          field.name === 'credits' && needed !== null
            ? { ...field, help: `${field.help}. ${neededText('They need', needed)}` }
            : field,
        )}
        onChange={(field, text) => setDraft({ ...draft, [field]: text })}
      />
      <Source {...{ email, team, mayRaise, member, pools }} onMember={setMember} onPools={choose} />
    </GrantForm>
  );
}

/** Chooses a way of itself as soon as there is a better one. */
function usePreferred(way: Pools | undefined, choose: (way: Pools) => void): void {
  useEffect(() => {
    if (way !== undefined) {
      choose(way);
    }
  }, [way, choose]);
}

interface SourceProps extends Pick<GiveCreditsProps, 'email' | 'team'> {
  readonly mayRaise: boolean;
  readonly pools: Pools;
  readonly onPools: (pools: Pools) => void;
  readonly member: string;
  readonly onMember: (member: string) => void;
}

/** Where the credits come from. */
function Source({ email, team, mayRaise, pools, onPools, member, onMember }: SourceProps) {
  return (
    <>
      <FormField label="Take credits from" stretch>
        <Select
          onChange={({ detail }) => onPools(detail.selectedOption.value as Pools)}
          options={poolWays.filter(({ value }) => mayRaise || value !== 'raise')}
          selectedOption={poolWays.find(({ value }) => value === pools) ?? null}
        />
      </FormField>
      {pools === 'member' && (
        <MemberSelect
          email={member}
          help="Their share gets as much less"
          label="Member"
          onChange={onMember}
          order="most-left"
          team={team}
          without={email}
        />
      )}
    </>
  );
}

function Result({
  answer: { topUp, impact },
  email,
  limit,
}: {
  readonly email: string;
  readonly limit: number | null;
  readonly answer: ImpactAnswer;
}) {
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
