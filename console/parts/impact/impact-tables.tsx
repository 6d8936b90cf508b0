import type { ReactNode } from 'react';

import { countedText, percentText } from '../texts/amounts.ts';
import { CreditText } from '../texts/credit-text.tsx';
import type { ChangeFigures, ImpactFigures, PoolFigures } from './impact-figures.ts';
import { NameText } from '../texts/name-text.tsx';

/** What a plan does to each team. */
export function TeamsTable({ teams, teamsCount }: Pick<ImpactFigures, 'teams' | 'teamsCount'>) {
  const more = teamsCount - teams.length;
  return (
    <Figures title="By team" more={more > 0 ? `and ${countedText(more, 'team')} more` : undefined}>
      <thead>
        <tr>
          <th scope="col">Team</th>
          {['People', 'Limits before', 'After', 'Change', 'Lowered', 'Raised', 'Newly stopped', 'Newly free'].map(
            (title) => (
              <th className="impact-number" key={title} scope="col">
                {title}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {teams.map(({ team, users, before, after, lowered, raised, stopped, freed }) => (
          <tr key={team ?? ''}>
            <th scope="row">{team === null ? 'no team' : <NameText text={team} />}</th>
            <Numbers values={[users, before, after]} />
            <td className="impact-number">
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

interface ChangesTableProps extends Pick<ImpactFigures, 'changesCount'> {
  readonly changes: readonly ChangeFigures[];
  readonly nameOf: (email: string) => ReactNode;
}

/** The changes that move a limit furthest. */
export function ChangesTable({ changes, changesCount, nameOf }: ChangesTableProps) {
  const shown = changes.slice(0, changesShownMax);
  const more = changesCount - shown.length;
  return (
    <Figures title="Largest changes" more={more > 0 ? `and ${countedText(more, 'smaller change')}` : undefined}>
      <thead>
        <tr>
          <th scope="col">Person</th>
          {['Limit now', 'Then', 'Change'].map((title) => (
            <th className="impact-number" key={title} scope="col">
              {title}
            </th>
          ))}
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ email, from, to, why }) => (
          <tr key={email}>
            <th scope="row">{nameOf(email)}</th>
            <td className="impact-number">
              <CreditText credits={from} none="none" />
            </td>
            <td className="impact-number">
              <CreditText credits={to} none="no limit" />
            </td>
            <td className="impact-number">
              <Moved from={from} to={to} />
            </td>
            <td>
              <NameText text={why} />
            </td>
          </tr>
        ))}
      </tbody>
    </Figures>
  );
}

/** The pools, as they stand. */
export function PoolsTable({ pools }: { readonly pools: readonly PoolFigures[] }) {
  return (
    <Figures title="Pools">
      <thead>
        <tr>
          <th scope="col">Pool</th>
          {['Amount', 'Used', 'Left', 'Worst case', 'Runs out in'].map((title) => (
            <th className="impact-number" key={title} scope="col">
              {title}
            </th>
          ))}
          <th scope="col">Promise</th>
        </tr>
      </thead>
      <tbody>
        {pools.map(({ scope, window, amountBefore, amount, used, left, worstCase, runwayDays, promised }) => (
          <tr key={`${scope} ${window}`}>
            <th scope="row">
              <NameText text={scope} /> {window}
            </th>
            <td className="impact-number">
              {amountBefore !== undefined && amountBefore !== amount && (
                <>
                  <CreditText credits={amountBefore} none="none" /> →{' '}
                </>
              )}
              <CreditText credits={amount} />
            </td>
            <Numbers values={[used, left]} />
            <td className="impact-number">
              <CreditText credits={worstCase} none="no bound" />
            </td>
            <td className="impact-number">{runwayDays === null ? 'lasts' : countedText(runwayDays, 'day')}</td>
            <td>{promised}</td>
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
    <section className="impact-people">
      <h3>{title}</h3>
      <div aria-label={title} className="impact-scroll" role="region" tabIndex={0}>
        <table aria-label={title} className="impact-table">
          {children}
        </table>
      </div>
      {more !== undefined && <p>{more}</p>}
    </section>
  );
}

function Numbers({ values }: { readonly values: readonly number[] }) {
  return values.map((value, index) => (
    <td className="impact-number" key={index}>
      <CreditText credits={value} />
    </td>
  ));
}

/** By how much: in credits and as a share of what it was. */
export function Moved({ from, to }: Pick<ChangeFigures, 'from' | 'to'>) {
  if (from === null || to === null || from === to) {
    return <span>–</span>;
  }
  const share = from === 0 ? '' : ` (${percentText(Math.abs(to - from) / from)})`;
  return (
    <span className={to > from ? 'impact-up' : 'impact-down'}>
      {to > from ? '+' : '−'}
      <CreditText credits={Math.abs(to - from)} />
      {share}
    </span>
  );
}
