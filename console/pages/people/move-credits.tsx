import './people.css';
import { useState } from 'react';

import { useChange } from '../../api/queries.ts';
import { DraftFields } from '../../parts/editing/draft-fields.tsx';
import { saidOf } from '../../parts/editing/record-form.ts';
import { type ImpactAnswer, useImpact } from '../../parts/impact/use-impact.ts';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { GrantForm } from './grant-form.tsx';
import { creditsForm } from './grant-set.ts';
import { MemberSelect } from './member-select.tsx';
import { unsaidReason } from './unsaid-reason.ts';

/** A move begins on the day on which it is made. */
const fields = creditsForm.fields.filter(({ name }) => name !== 'from');

/** Moves credits from one member of a team to another, with both limits shown before the click. */
export function MoveCredits({ team }: { readonly team: string }) {
  const add = useChange('addTopUp');
  const [draft, setDraft] = useState(creditsForm.fresh);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const { reason, ...wrong } = creditsForm.faults(draft, { scope: `user:${to}` });
  const said = { scope: `user:${to}`, ...unsaidReason, ...saidOf(creditsForm, undefined, draft), takenFrom: from };
  const isWhole = Object.keys(wrong).length === 0 && from !== '' && to !== '';
  const impact = useImpact(isWhole ? { edit: 'add-top-up', said } : undefined);
  return (
    <GrantForm
      action="Move credits"
      done={add.data === undefined || draft.credits !== '' ? undefined : 'Moved. Both limits follow within a minute.'}
      impact={impact}
      isBusy={add.isPending}
      isReady={reason === undefined && impact.shown?.topUp?.gets.isIdle !== true}
      onSubmit={() => {
        const given = { body: said, agreed: impact.answer?.agreed };
        add.mutate({ given }, { onSuccess: () => setDraft({ ...draft, credits: '' }), onError: impact.again });
      }}
      problem={add.error}
      result={impact.shown && <Both answer={impact.shown} from={from} to={to} />}
      title="Move credits"
    >
      <MemberSelect
        email={from}
        help="Their limit falls by as much"
        label="Take from"
        onChange={setFrom}
        order="most-left"
        team={team}
        without={to}
      />
      <MemberSelect email={to} label="Give to" onChange={setTo} team={team} without={from} />
      <DraftFields
        draft={draft}
        faults={{ ...wrong, reason }}
        fields={fields}
        onChange={(field, text) => setDraft({ ...draft, [field]: text })}
      />
    </GrantForm>
  );
}

function Both({
  answer: { impact },
  from,
  to,
}: {
  readonly answer: ImpactAnswer;
  readonly from: string;
  readonly to: string;
}) {
  return (
    <ul className="people-history">
      {[from, to].map((email) => {
        const own = impact.changes.find((change) => change.email.toLowerCase() === email.toLowerCase());
        return (
          <li key={email}>
            <NameText charsMax={60} text={email} />:{' '}
            {own === undefined ? (
              'limit stays'
            ) : (
              <>
                limit <CreditText credits={own.from} none="none" /> →{' '}
                <b>
                  <CreditText credits={own.to} none="none" />
                </b>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
