import Alert from '@cloudscape-design/components/alert';
import { type ReactNode, useState } from 'react';

import { creditsPhrase, creditsText } from '../../../shared/kernel/texts/credits.ts';
import { useChange } from '../../api/queries.ts';
import { DraftFields } from '../../parts/editing/draft-fields.tsx';
import { saidOf } from '../../parts/editing/record-form.ts';
import { useImpact } from '../../parts/impact/use-impact.ts';
import { ChoiceField } from '../../parts/lists/choice-field.tsx';
import { countedText } from '../../parts/texts/amounts.ts';
import { NameText } from '../../parts/texts/name-text.tsx';
import { GrantForm } from './grant-form.tsx';
import {
  creditsForm,
  exemptionForm,
  exemptionSet,
  type Given,
  givenLess,
  type GrantSet,
  topUpSet,
} from './grant-set.ts';
import { useNeededEach } from './needed-each.ts';
import { unsaidReason } from './unsaid-reason.ts';

/** A person of a set whose values are read by the record's rules. */
const anyone = 'a@a.example';

interface MarkedProps {
  readonly emails: readonly string[];
}

/** Gives marked people credits as one set: what each needs, or the same for each. */
export function GiveMarked({ emails }: MarkedProps) {
  const [draft, setDraft] = useState(creditsForm.fresh);
  const [way, setWay] = useState<'needed' | 'same'>('needed');
  const isNeeded = way === 'needed';
  const needed = useNeededEach(emails, isNeeded);
  const key = { scope: `user:${anyone}`, ...(isNeeded && { credits: 1 }) };
  const { reason, ...wrong } = creditsForm.faults(draft, key);
  const { credits, ...terms } = saidOf(creditsForm, undefined, draft);
  const given = isNeeded ? needed.given : emails.map((email) => ({ email, credits }));
  const isRead = Object.keys(wrong).length === 0 && given !== undefined && given.length > 0;
  return (
    <GrantSetForm
      action={`Give credits to ${countedText(given?.length ?? emails.length, 'person', 'people')}`}
      given={given}
      hasReason={reason === undefined}
      key={way}
      set={isRead ? topUpSet(given, { ...unsaidReason, ...terms }) : undefined}
      title="Give credits"
    >
      <ChoiceField
        label="Amount"
        onChange={(chosen) => setWay(chosen === 'same' ? 'same' : 'needed')}
        options={[
          ['needed', 'What each needs to work as usual'],
          ['same', 'The same for each'],
        ]}
        value={way}
      />
      {isNeeded && <Needed all={emails.length} given={needed.given} isFailed={needed.isFailed} />}
      <DraftFields
        draft={draft}
        faults={{ ...wrong, reason }}
        fields={creditsForm.fields.filter(({ name }) => !isNeeded || name !== 'credits')}
        onChange={(field, text) => setDraft({ ...draft, [field]: text })}
      />
    </GrantSetForm>
  );
}

const namedMax = 8;

function Needed({
  given,
  all,
  isFailed,
}: {
  readonly given: readonly Given[] | undefined;
  readonly all: number;
  readonly isFailed: boolean;
}) {
  if (given === undefined) {
    return <p role="status">{isFailed ? 'What they need could not be read' : 'Reading what each needs …'}</p>;
  }
  const [more, without] = [given.length - namedMax, all - given.length];
  return (
    <ul className="people-history">
      {given.slice(0, namedMax).map(({ email, credits }) => (
        <li key={email}>
          <NameText charsMax={60} text={email} />: {creditsPhrase(Number(credits))}
        </li>
      ))}
      {more > 0 && <li>and {countedText(more, 'more person', 'more people')}</li>}
      {without > 0 && (
        <li>
          No credits for {countedText(without, 'person who needs', 'people who need')} no more, as far as their use
          shows
        </li>
      )}
    </ul>
  );
}

/** Exempts marked people through a day as one set. */
export function ExemptMarked({ emails }: MarkedProps) {
  const [draft, setDraft] = useState(exemptionForm.fresh);
  const faults = exemptionForm.faults(draft, { email: anyone });
  const terms = { ...unsaidReason, ...saidOf(exemptionForm, undefined, draft) };
  return (
    <GrantSetForm
      action={`Exempt ${countedText(emails.length, 'person', 'people')}`}
      hasReason={faults.reason === undefined}
      set={faults.until === undefined ? exemptionSet(emails, terms) : undefined}
      title="Exempt until a day"
    >
      <DraftFields
        draft={draft}
        faults={faults}
        fields={exemptionForm.fields}
        onChange={(field, text) => setDraft({ ...draft, [field]: text })}
      />
    </GrantSetForm>
  );
}

interface GrantSetFormProps {
  readonly title: string;
  readonly action: string;
  readonly children: ReactNode;
  readonly set: GrantSet | undefined;
  readonly hasReason: boolean;
  /** Credits of each, to name those whose limit rises by less. */
  readonly given?: readonly Given[] | undefined;
}

function GrantSetForm({ title, action, children, set, hasReason, given = [] }: GrantSetFormProps) {
  const add = useChange('addGrants');
  const [made, setMade] = useState<GrantSet>();
  const isMade = made !== undefined && JSON.stringify(made) === JSON.stringify(set);
  // Once made, its impact would be that of giving it again.
  const impact = useImpact(set === undefined || isMade ? undefined : { edit: 'add-grants', set });
  const { added = 0, failed = [] } = isMade ? (add.data?.document ?? {}) : {};
  const less = impact.shown === undefined ? [] : givenLess(given, impact.shown.impact.changes);
  return (
    <GrantForm
      action={action}
      done={isMade ? `Saved for ${countedText(added, 'person', 'people')}. Limits follow within a minute.` : undefined}
      impact={impact}
      isBusy={add.isPending}
      isReady={hasReason && !isMade}
      onSubmit={() => {
        if (set !== undefined) {
          const body = { body: set, agreed: impact.answer?.agreed };
          add.mutate({ given: body }, { onSuccess: () => setMade(set), onError: impact.again });
        }
      }}
      problem={add.error}
      result={
        less.length > 0 && (
          <div>
            <p>
              {countedText(less.length, 'person gets', 'people get')} less of it now. Other budgets, or what they are
              already over, take the rest; their pages say which.
            </p>
            <ul>
              {less.slice(0, namedMax).map(({ email, gets, credits }) => (
                <li key={email}>
                  <NameText charsMax={60} text={email} />: {creditsText(gets)} of {creditsPhrase(credits)}
                </li>
              ))}
              {less.length > namedMax && (
                <li>and {countedText(less.length - namedMax, 'more person', 'more people')}</li>
              )}
            </ul>
          </div>
        )
      }
      title={title}
    >
      {failed.length > 0 && (
        <Alert type="warning">
          <ul>
            {failed.map(({ whose, problem }) => (
              <li key={whose}>
                <NameText text={whose} />: <NameText charsMax={300} text={problem} />
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {children}
    </GrantForm>
  );
}
