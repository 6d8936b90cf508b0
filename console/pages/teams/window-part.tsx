import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { Link } from 'react-router';

import { amountState, describeOver, useOfBudget } from '../../../shared/kernel/texts/amount-state.ts';
import { Meter } from '../../parts/meter.tsx';
import { daysIn, usedText } from '../../parts/texts/amounts.ts';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { NameText, harmless } from '../../parts/texts/name-text.tsx';

/** The organization's budget of one window against the sum of its teams'. */
export function WindowPart({ tree }: { readonly tree: WindowTree }) {
  const { window, organization, teams, teamsAmount, teamsUsed, unpromised } = tree;
  return (
    <Container header={<Header variant="h2">By {window}</Header>}>
      <ul className="teams-tree">
        {organization !== undefined && <Pool row={organization} />}
        {teams.length > 0 && (
          <li className="teams-sum">
            All teams together: <CreditText credits={teamsAmount} />, used{' '}
            <CreditText
              credits={teamsUsed}
              isShort
              over={daysIn(teams[0]?.windowFrom ?? null, teams[0]?.windowThrough ?? null)}
            />
            {unpromised !== null && (
              <>
                {'. '}
                {unpromised < 0 ? (
                  <b className="bad">
                    <CreditText credits={-unpromised} /> more than the organization has
                  </b>
                ) : (
                  <>
                    <CreditText credits={unpromised} /> of the organization is promised to no team
                  </>
                )}
              </>
            )}
          </li>
        )}
        <li>
          <ul className="teams-tree teams-inner">
            {teams.map((row) => (
              <Pool key={row.scope} row={row} />
            ))}
          </ul>
        </li>
      </ul>
    </Container>
  );
}

/** One budget as a bar. */
export function Pool({ row }: { readonly row: PoolRow }) {
  const { scope, window, amount, topUps, used, left, mode } = row;
  const use = useOfBudget(row);
  const over = daysIn(row.windowFrom, row.windowThrough);
  const all = amount === 'unlimited' ? null : amount + (topUps ?? 0);
  return (
    <li className="teams-pool">
      <div className="teams-pool-head">
        <Link to={`/budgets/${encodeURIComponent(scope)}?window=${window}`}>
          <NameText charsMax={60} text={scope} />
        </Link>
        <span>
          <CreditText credits={used} isShort none="not in force" over={over} /> of{' '}
          <CreditText credits={all} isShort none="unlimited" />
          {all !== null && used !== null && ` (${usedText(used, all)})`},{' '}
          {use !== undefined && amountState(use) === 'over-budget' ? (
            describeOver(use)
          ) : (
            <>
              <CreditText credits={left} isShort none="no limit" /> left
            </>
          )}
          {mode === 'enforce' ? '' : `, ${mode} only`}
        </span>
      </div>
      {all !== null && used !== null && <Meter amount={all} label={harmless(scope)} over={over} used={used} />}
    </li>
  );
}

export interface PoolRow {
  readonly scope: string;
  readonly window: string;
  readonly windowFrom: string | null;
  readonly windowThrough: string | null;
  readonly amount: number | 'unlimited';
  readonly topUps: number | null;
  readonly used: number | null;
  readonly left: number | null;
  readonly allowed: number | null;
  readonly mode: string;
}

/** Null: there is no such budget, or it is unlimited. */
interface WindowTree {
  readonly window: string;
  readonly organization: PoolRow | undefined;
  readonly teams: readonly PoolRow[];
  readonly teamsAmount: number;
  readonly teamsUsed: number;
  /** The organization's amount minus its teams'; negative when the teams' exceed it. */
  readonly unpromised: number | null;
}

/** Budgets of the organization and teams by window, the most used window first. */
export function treeOf(rows: readonly PoolRow[]): readonly WindowTree[] {
  const byWindow = Map.groupBy(rows, ({ window }) => window);
  return [...byWindow]
    .map(([window, own]) => {
      const organization = own.find(({ scope }) => scope === 'org');
      const teams = own.filter(({ scope }) => scope.startsWith('team:'));
      const teamsAmount = sum(teams.map(({ amount }) => (amount === 'unlimited' ? 0 : amount)));
      const all = organization?.amount;
      return {
        window,
        organization,
        teams,
        teamsAmount,
        teamsUsed: sum(teams.map(({ used }) => used ?? 0)),
        unpromised: typeof all === 'number' ? all - teamsAmount : null,
      };
    })
    .filter(({ organization, teams }) => organization !== undefined || teams.length > 0)
    .toSorted((a, b) => b.teams.length - a.teams.length);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
