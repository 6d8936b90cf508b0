import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';

import { amountState, describeOver, useOfBudget } from '../../../shared/kernel/texts/amount-state.ts';
import { useMay } from '../../api/caller.ts';
import { useRead } from '../../api/queries.ts';
import { StoredRecord } from '../../parts/editing/edited-record.tsx';
import { FactCells } from '../../parts/facts.tsx';
import { Meter } from '../../parts/meter.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { daysIn } from '../../parts/texts/amounts.ts';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { harmless, NameText } from '../../parts/texts/name-text.tsx';
import { PersonLink } from '../../parts/texts/page-link.tsx';
import { DayText, TimeText } from '../../parts/texts/time-text.tsx';
import { editedBudget, isAlertOnly } from './budget-form.ts';
import { budgetPath, budgetRow, type BudgetRow, type BudgetWindow, subjectPath, windows } from './budget-row.ts';
import { BurnDownChart } from './burn-down-chart.tsx';

import './budgets.css';

function BudgetFacts({ row }: { readonly row: BudgetRow }) {
  const { scope, amount, topUps, used, left, updatedAt, updatedBy, highest, people } = row;
  const all = amount === 'unlimited' ? null : amount + (topUps ?? 0);
  const use = useOfBudget(row);
  const isOver = use !== undefined && amountState(use) === 'over-budget';
  return (
    <Container>
      <div className="budgets-card">
        {all !== null && used !== null && (
          <Meter amount={all} label={scope} over={daysIn(row.windowFrom, row.windowThrough)} used={used} />
        )}
        <FactCells
          className="budgets-facts"
          facts={{
            Amount: <CreditText credits={amount === 'unlimited' ? null : amount} none="unlimited" />,
            'Top-ups': topUps !== null && topUps > 0 ? <CreditText credits={topUps} /> : undefined,
            [people === null ? 'Used' : 'Used by the highest user']: (
              <CreditText credits={used} none="not in force" over={daysIn(row.windowFrom, row.windowThrough)} />
            ),
            Left: isOver ? (
              describeOver(use)
            ) : (
              <CreditText credits={left} none={amount === 'unlimited' ? 'no limit' : '–'} />
            ),
            'Highest user': highest === null ? undefined : <PersonLink email={highest} />,
            'Last changed': (
              <>
                <TimeText at={updatedAt} isAgo /> by <NameText charsMax={60} text={updatedBy} />
              </>
            ),
          }}
        />
      </div>
    </Container>
  );
}

/** The budgets of one scope: how each stands, an edit with what it would do, and its history. */
export function Page() {
  const { scope = '' } = useParams();
  const [search] = useSearchParams();
  const all = useRead('showBudgets', { scope });
  const rows = all.data?.document.map(budgetRow) ?? [];
  const asked = windows.find((each) => each === search.get('window'));
  const window = asked ?? rows[0]?.window ?? 'month';
  const isNone = all.error?.kind === 'not-found';
  const subject = subjectPath(scope);
  const team = /^team:(.+)$/su.exec(scope)?.[1];
  const mayGive = useMay('addTopUp');
  return (
    <PageFrame
      actions={
        <SpaceBetween direction="horizontal" size="s">
          {subject !== undefined && <Link to={subject}>{scope.startsWith('user:') ? 'The person' : 'The team'}</Link>}
          {mayGive && team !== undefined && (
            <Link to={`/people?team=${encodeURIComponent(team)}`}>Give credits to a member</Link>
          )}
          {mayGive && team !== undefined && <Link to={`/teams/${encodeURIComponent(team)}?do=move`}>Move credits</Link>}
          <Link to="/budgets">All budgets</Link>
        </SpaceBetween>
      }
      description={isNone ? 'None yet' : describe(rows, window)}
      reads={isNone ? [] : [all]}
      title={`Budget of ${harmless(scope)}`}
    >
      {() => (
        <SpaceBetween size="l">
          {rows.length > 1 && !isNone && <Windows current={window} rows={rows} scope={scope} />}
          <OneBudget key={`${scope} ${window}`} scope={scope} window={window} />
        </SpaceBetween>
      )}
    </PageFrame>
  );
}

function describe(rows: readonly BudgetRow[], window: BudgetWindow): ReactNode {
  const row = rows.find((each) => each.window === window);
  return row === undefined || row.windowFrom === null ? (
    `Over a ${window}, not in force now`
  ) : (
    <>
      Over a {window}: <DayText day={row.windowFrom} /> to <DayText day={row.windowThrough} /> (UTC)
      {row.note !== undefined && (
        <>
          . <NameText charsMax={200} text={row.note} />
        </>
      )}
    </>
  );
}

function Windows({ scope, rows, current }: { scope: string; rows: readonly BudgetRow[]; current: BudgetWindow }) {
  const has = new Set<string>([...rows.map(({ window }) => window), current]);
  return (
    <nav aria-label="Windows">
      <ul className="budgets-windows">
        {windows
          .filter((window) => has.has(window))
          .map((window) => (
            <li key={window}>
              <Link aria-current={window === current ? 'page' : undefined} to={budgetPath(scope, window)}>
                {window}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}

function OneBudget({ scope, window }: { readonly scope: string; readonly window: BudgetWindow }) {
  const read = useRead('showBudget', { scope, window });
  const isNone = read.error?.kind === 'not-found';
  const row = read.data === undefined || isNone ? undefined : budgetRow(read.data.document);
  if (row === undefined && !isNone) {
    return <p className="loading">Reading …</p>;
  }
  return (
    <SpaceBetween size="l">
      {row === undefined ? <p>There is no budget over a {window} yet.</p> : <BudgetFacts row={row} />}
      {row !== undefined && row.used !== null && row.people === null && <BurnDownChart scope={scope} window={window} />}
      <StoredRecord
        edited={editedBudget(scope, window)}
        onStale={() => void read.refetch()}
        removal={{ question: `Remove the budget of ${harmless(scope)} over a ${window}?`, path: '/budgets' }}
        saved={
          isAlertOnly(scope) ? 'Saved. It notifies, and changes no limit.' : 'Saved. Limits follow within a minute.'
        }
        stored={{ record: row, version: isNone ? 'absent' : (read.data?.version ?? 'absent') }}
        title="Edit"
      />
    </SpaceBetween>
  );
}
