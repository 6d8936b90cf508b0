import type { ReactNode } from 'react';

import { countedText, percentText, wordsOf } from '../../parts/texts/amounts.ts';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { PersonLink } from '../../parts/texts/page-link.tsx';
import type { HeldPlan } from './plan-rows.ts';

export function TeamsTable({ plan: { teams, teamsCount } }: { readonly plan: HeldPlan }) {
  const more = teamsCount - teams.length;
  return (
    <Figures title="By team" more={more > 0 ? `and ${countedText(more, 'team')} more` : undefined}>
      <thead>
        <tr>
          <th scope="col">Team</th>
          <NumberHeads
            titles={['People', 'Limits before', 'After', 'Change', 'Lowered', 'Raised', 'Newly stopped', 'Newly free']}
          />
        </tr>
      </thead>
      <tbody>
        {teams.map(({ team, users, before, after, lowered, raised, stopped, freed }) => (
          <tr key={team ?? ''}>
            <th scope="row">{team === null ? 'no team' : <NameText text={team} />}</th>
            <Numbers values={[users, before, after]} />
            <td className="plan-number">
              <Moved from={before} to={after} />
            </td>
            <Numbers values={[lowered, raised, stopped, freed]} />
          </tr>
        ))}
      </tbody>
    </Figures>
  );
}

const changesShownMax = 20;

/** The changes that move a limit the most. */
export function ChangesTable({ plan: { largest, changes } }: { readonly plan: HeldPlan }) {
  const shown = largest.slice(0, changesShownMax);
  const more = changes - shown.length;
  return (
    <Figures title="Largest changes" more={more > 0 ? `and ${countedText(more, 'smaller change')}` : undefined}>
      <thead>
        <tr>
          <th scope="col">Person</th>
          <NumberHeads titles={['Limit now', 'Then', 'Change']} />
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ email, from, to, reason }) => (
          <tr key={email}>
            <th scope="row">
              <PersonLink email={email} />
            </th>
            <td className="plan-number">
              <CreditText credits={from} none="none" />
            </td>
            <td className="plan-number">
              <CreditText credits={to} />
            </td>
            <td className="plan-number">
              <Moved from={from} to={to} />
            </td>
            <td>
              <NameText text={wordsOf(reason)} />
            </td>
          </tr>
        ))}
      </tbody>
    </Figures>
  );
}

export function PoolsTable({ pools }: Pick<HeldPlan, 'pools'>) {
  return (
    <Figures title="Pools">
      <thead>
        <tr>
          <th scope="col">Pool</th>
          <NumberHeads titles={['Amount', 'Used', 'Left', 'Worst case', 'Runs out in']} />
          <th scope="col">Guarantee</th>
        </tr>
      </thead>
      <tbody>
        {pools.map(({ scope, window, amount, used, left, worstCase, runwayDays, verdict }) => (
          <tr key={`${scope} ${window}`}>
            <th scope="row">
              <NameText text={scope} /> {window}
            </th>
            <Numbers values={[amount, used, left]} />
            <td className="plan-number">
              <CreditText credits={worstCase} none="no bound" />
            </td>
            <td className="plan-number">{runwayDays === null ? 'lasts' : countedText(runwayDays, 'day')}</td>
            <td>
              <NameText charsMax={400} text={verdict?.detail ?? 'Not guaranteed.'} />
            </td>
          </tr>
        ))}
      </tbody>
    </Figures>
  );
}

interface FiguresProps {
  readonly title: string;
  readonly more?: string | undefined;
  readonly children: ReactNode;
}

function Figures({ title, more, children }: FiguresProps) {
  return (
    <section className="plan-part">
      <h3>{title}</h3>
      <div aria-label={title} className="plan-scroll" role="region" tabIndex={0}>
        <table aria-label={title} className="plan-table">
          {children}
        </table>
      </div>
      {more !== undefined && <p>{more}</p>}
    </section>
  );
}

function NumberHeads({ titles }: { readonly titles: readonly string[] }) {
  return titles.map((title) => (
    <th className="plan-number" key={title} scope="col">
      {title}
    </th>
  ));
}

function Numbers({ values }: { readonly values: readonly number[] }) {
  return values.map((value, index) => (
    <td className="plan-number" key={index}>
      <CreditText credits={value} />
    </td>
  ));
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
