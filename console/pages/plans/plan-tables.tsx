import type { ReactNode } from 'react';

import { leftText } from '../../../shared/kernel/texts/amount-state.ts';
import { grouped } from '../../../shared/kernel/texts/amounts.ts';
import { PlainTable } from '../../parts/lists/plain-table.tsx';
import { countedText, daysIn, percentText, wordsOf } from '../../parts/texts/amounts.ts';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { PersonLink } from '../../parts/texts/page-link.tsx';
import type { HeldPlan } from './plan-rows.ts';

export function TeamsTable({ plan: { teams, teamsCount } }: { readonly plan: HeldPlan }) {
  const more = teamsCount - teams.length;
  return (
    <Part
      columns={[
        { title: 'Team' },
        ...numbers('People', 'Limits before', 'After', 'Change', 'Lowered', 'Raised', 'Newly stopped', 'Newly free'),
      ]}
      more={more > 0 ? `and ${countedText(more, 'team')} more` : undefined}
      rows={teams.map(({ team, users, before, after, lowered, raised, stopped, freed }) => ({
        key: team ?? '',
        cells: [
          team === null ? 'no team' : <NameText key="team" text={team} />,
          grouped(users),
          ...[before, after].map(creditsCell),
          <Moved from={before} key="moved" to={after} />,
          ...[lowered, raised, stopped, freed].map((people) => grouped(people)),
        ],
      }))}
      title="By team"
    />
  );
}

const changesShownMax = 20;

/** The changes that move a limit the most. */
export function ChangesTable({ plan: { largest, changes } }: { readonly plan: HeldPlan }) {
  const shown = largest.slice(0, changesShownMax);
  const more = changes - shown.length;
  return (
    <Part
      columns={[{ title: 'Person' }, ...numbers('Limit now', 'Then', 'Change'), { title: 'Why' }]}
      more={more > 0 ? `and ${countedText(more, 'smaller change')}` : undefined}
      rows={shown.map(({ email, from, to, reason }) => ({
        key: email,
        cells: [
          <PersonLink email={email} key="person" />,
          <CreditText credits={from} key="from" none="none" />,
          <CreditText credits={to} key="to" />,
          <Moved from={from} key="moved" to={to} />,
          <NameText key="why" text={wordsOf(reason)} />,
        ],
      }))}
      title="Largest changes"
    />
  );
}

export function PoolsTable({ pools }: Pick<HeldPlan, 'pools'>) {
  return (
    <Part
      columns={[
        { title: 'Pool' },
        ...numbers('Amount', 'Used', 'Left', 'Worst case', 'Runs out in'),
        { title: 'Guarantee' },
      ]}
      rows={pools.map(({ scope, window, from, through, amount, used, allowed, worstCase, runwayDays, verdict }) => ({
        key: `${scope} ${window}`,
        cells: [
          <>
            <NameText text={scope} /> {window}
          </>,
          <CreditText credits={amount} key="amount" />,
          <CreditText credits={used} key="used" over={daysIn(from, through)} />,
          leftText({ amount, used, allowed }),
          <CreditText credits={worstCase} key="worst" none="no bound" />,
          runwayDays === null ? 'lasts' : countedText(runwayDays, 'day'),
          <NameText charsMax={400} key="guarantee" text={verdict?.detail ?? 'Not guaranteed.'} />,
        ],
      }))}
      title="Pools"
    />
  );
}

function Part({
  title,
  more,
  columns,
  rows,
}: Pick<Parameters<typeof PlainTable>[0], 'columns' | 'rows'> & {
  readonly title: string;
  readonly more?: string | undefined;
}) {
  return (
    <section className="plan-part">
      <h3>{title}</h3>
      <PlainTable columns={columns} isWhole label={title} rows={rows} />
      {more !== undefined && <p>{more}</p>}
    </section>
  );
}

function numbers(...titles: readonly string[]): readonly { readonly title: string; readonly isNumber: true }[] {
  return titles.map((title) => ({ title, isNumber: true }));
}

function creditsCell(credits: number, at: number): ReactNode {
  return <CreditText credits={credits} key={at} />;
}

/** The change in credits and as a share. */
export function Moved({ from, to }: Pick<HeldPlan['rows'][number], 'from' | 'to'>) {
  if (from === null || from === to) {
    return <span>–</span>;
  }
  const share = from === 0 ? '' : ` (${percentText(Math.abs(to - from) / from)})`;
  return (
    <span className={to > from ? 'plan-up' : 'plan-down'}>
      {to > from ? '+' : '−'}
      <CreditText credits={Math.abs(to - from)} />
      {share}
    </span>
  );
}
