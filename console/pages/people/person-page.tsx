import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';

import { creditsPhrase, creditsText } from '../../../shared/kernel/texts/credits.ts';
import type { OperationDocument } from '../../api/call-api.ts';
import { useMay } from '../../api/caller.ts';
import { useChange, useRead } from '../../api/queries.ts';
import { DraftFields } from '../../parts/editing/draft-fields.tsx';
import { saidOf } from '../../parts/editing/record-form.ts';
import { useImpact } from '../../parts/impact/use-impact.ts';
import { OnceCurrent } from '../../parts/once-current.tsx';
import { PageFrame, StaleNote } from '../../parts/page-frame.tsx';
import { harmless, NameText } from '../../parts/texts/name-text.tsx';
import { DayText, TimeText } from '../../parts/texts/time-text.tsx';
import { GiveCredits } from './give-credits.tsx';
import { GrantForm } from './grant-form.tsx';
import { exemptionForm } from './grant-set.ts';
import { Grants } from './grants.tsx';
import { Layers } from './layers.tsx';

import './people.css';
import { PersonStatus } from './person-status.tsx';
import { type Explanation, type PersonUse, reasonWords, teamOf } from './person.ts';
import { unsaidReason } from './unsaid-reason.ts';
import { UseChart } from './use-chart.tsx';

/** Exempts a user through a day, with a reason. */
function Exempt({ email }: { readonly email: string }) {
  const add = useChange('addExemption');
  const [draft, setDraft] = useState(exemptionForm.fresh);
  const faults = exemptionForm.faults(draft, { email });
  const said = { email, ...unsaidReason, ...saidOf(exemptionForm, undefined, draft) };
  const impact = useImpact(faults.until === undefined ? { edit: 'add-exemption', said } : undefined);
  return (
    <GrantForm
      action="Exempt"
      done={
        add.data === undefined || draft.until !== '' ? undefined : 'Exempt. Their limit stays unchanged until then.'
      }
      impact={impact}
      isBusy={add.isPending}
      isReady={faults.reason === undefined}
      onSubmit={() => {
        const given = { body: said, agreed: impact.answer?.agreed };
        add.mutate({ given }, { onSuccess: () => setDraft({ ...draft, until: '' }), onError: impact.again });
      }}
      problem={add.error}
      result={<p>Curfew does not change their limit until then.</p>}
      title="Exempt"
    >
      <DraftFields
        draft={draft}
        faults={faults}
        fields={exemptionForm.fields}
        onChange={(field, text) => setDraft({ ...draft, [field]: text })}
      />
    </GrantForm>
  );
}

/** A change of a person's limit, and its author. */
interface Happening {
  readonly key: string;
  readonly at: string;
  readonly who: string;
  readonly what: string;
}

/** Limit changes and the edits behind them, newest first. */
function timelineOf({
  limits = [],
  budgets = [],
  topUps = [],
  exemptions = [],
}: {
  readonly limits?: PersonUse['limits'] | undefined;
  readonly budgets?: OperationDocument<'listBudgetVersions'>['rows'] | undefined;
  readonly topUps?: OperationDocument<'listTopUpVersions'>['rows'] | undefined;
  readonly exemptions?: OperationDocument<'listExemptionVersions'>['rows'] | undefined;
}): readonly Happening[] {
  return [
    ...limits.map(({ at, outcome, from, to, reason, budget }) => ({
      key: `limit ${at} ${to}`,
      at,
      who: 'Curfew',
      what: `Limit ${from === null ? 'none' : creditsText(from)} → ${creditsText(to)} (${reasonWords(reason)}${
        budget === null ? '' : `, by ${budget}`
      })${outcome === 'done' ? '' : `: ${outcome}`}`,
    })),
    ...budgets.map(({ at, by, window, version, before, after }) => ({
      key: `budget ${window} ${version}`,
      at,
      who: by,
      what: `Own ${window} budget ${amountOf(before)} → ${amountOf(after)}`,
    })),
    ...topUps.map(({ id, at, by, version, before, after }) => ({
      key: `top-up ${id} ${version}`,
      at,
      who: by,
      what:
        before === null
          ? `Given ${amountOf(after, 'credits', creditsPhrase)}: ${textOf(after, 'reason')}`
          : `Top-up of ${amountOf(before, 'credits', creditsPhrase)} ended`,
    })),
    ...exemptions.map(({ id, at, by, version, before, after }) => ({
      key: `exemption ${id} ${version}`,
      at,
      who: by,
      what: before === null ? `Exempt until ${textOf(after, 'until')}: ${textOf(after, 'reason')}` : 'Exemption ended',
    })),
  ].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

type RecordTerms = Readonly<Record<string, unknown>> | null;

function amountOf(terms: RecordTerms, field = 'amount', write = creditsText): string {
  const amount = terms?.[field];
  return typeof amount === 'number' ? write(amount) : textOf(terms, field);
}

function textOf(terms: RecordTerms, field: string): string {
  const value = terms?.[field];
  return typeof value === 'string' ? value : 'none';
}

const shownFirst = 12;

/** The history of a person's limit and edits. Others' versions require the right to read all. */
function PersonHistory({ email }: { readonly email: string }) {
  const isWanted = useMay('listBudgetVersions');
  const use = useRead('showPersonUse', { email });
  const budgets = useRead('listBudgetVersions', { scope: `user:${email}` }, { isWanted });
  const topUps = useRead('listTopUpVersions', { who: `user:${email}` }, { isWanted });
  const exemptions = useRead('listExemptionVersions', { email }, { isWanted });
  const [isAll, setAll] = useState(false);
  const all = timelineOf({
    limits: use.data?.document.limits,
    budgets: budgets.data?.document.rows,
    topUps: topUps.data?.document.rows,
    exemptions: exemptions.data?.document.rows,
  });
  const shown = isAll ? all : all.slice(0, shownFirst);
  return (
    <Container
      header={
        <Header counter={`(${all.length})`} variant="h2">
          What changed, and who did it
        </Header>
      }
    >
      <StaleNote reads={[use, budgets, topUps, exemptions]} />
      {all.length === 0 ? (
        <p>{use.data === undefined ? 'Reading …' : 'Nothing yet: the first run sets their limit.'}</p>
      ) : (
        <ul className="people-history">
          {shown.map(({ key, at, who, what }) => (
            <li key={key}>
              <span className="people-soft">
                <TimeText at={at} />, <NameText charsMax={60} text={who} />
              </span>
              <div>
                <NameText charsMax={300} text={what} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {all.length > shown.length && <Button onClick={() => setAll(true)}>Show all {all.length}</Button>}
    </Container>
  );
}

/** One person: why their limit is what it is, where their use is heading, and what to give them. */
export function Page() {
  const { email = '' } = useParams();
  const read = useRead('explainUser', { email });
  const person = read.data?.document;
  return (
    <PageFrame
      actions={<Actions email={email} />}
      description={
        person !== undefined && (
          <>
            {person.name !== null && (
              <>
                <NameText text={person.name} />,{' '}
              </>
            )}
            platform window through <DayText day={person.platformWindow.through} />
          </>
        )
      }
      reads={[read]}
      title={harmless(email)}
    >
      {() => person !== undefined && <Known email={email} isCurrent={read.data?.old === undefined} person={person} />}
    </PageFrame>
  );
}

function Known({
  email,
  person,
  isCurrent,
}: {
  readonly email: string;
  readonly person: Explanation;
  readonly isCurrent: boolean;
}) {
  const [search] = useSearchParams();
  const doing = search.get('do');
  return (
    <SpaceBetween size="l">
      <PersonStatus person={person} />
      {doing === 'give' && (
        <OnceCurrent isCurrent={isCurrent}>
          <GiveCredits email={email} limit={person.limit} needed={person.needed} team={teamOf(person)} />
        </OnceCurrent>
      )}
      {doing === 'exempt' && <Exempt email={email} />}
      <Grants email={email} />
      <Layers layers={person.layers} />
      <UseChart email={email} needed={person.needed} />
      <PersonHistory email={email} />
    </SpaceBetween>
  );
}

/** Actions on a person; the open one is in the address. */
function Actions({ email }: { readonly email: string }) {
  const [search, setSearch] = useSearchParams();
  const [mayGive, mayExempt, mayEdit] = [useMay('addTopUp'), useMay('addExemption'), useMay('setBudget')];
  const doing = search.get('do');
  const toggle = (what: string): void => setSearch(doing === what ? {} : { do: what }, { replace: true });
  return (
    <SpaceBetween alignItems="center" direction="horizontal" size="s">
      {mayGive && (
        <Button ariaExpanded={doing === 'give'} onClick={() => toggle('give')} variant="primary">
          Give credits …
        </Button>
      )}
      {mayExempt && (
        <Button ariaExpanded={doing === 'exempt'} onClick={() => toggle('exempt')}>
          Exempt …
        </Button>
      )}
      {mayEdit && <Link to={`/budgets/${encodeURIComponent(`user:${email}`)}?window=month`}>Own budget, reserve</Link>}
    </SpaceBetween>
  );
}
