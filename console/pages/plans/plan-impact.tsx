import Alert from '@cloudscape-design/components/alert';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SpaceBetween from '@cloudscape-design/components/space-between';

import { grouped } from '../../../shared/kernel/texts/amounts.ts';
import { FactCells } from '../../parts/facts.tsx';
import { countedText } from '../../parts/texts/amounts.ts';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { PersonLink } from '../../parts/texts/page-link.tsx';
import type { HeldPlan } from './plan-rows.ts';
import { ChangesTable, PoolsTable, TeamsTable } from './plan-tables.tsx';

const warningsMax = 5;

/** A plan's effect: sums before and after, newly stopped and freed users by team, largest changes, pools, oddities. */
export function PlanImpact({ plan }: { readonly plan: HeldPlan }) {
  const { warnings, total, stopped, freed } = plan;
  return (
    <SpaceBetween size="m">
      <Sums plan={plan} />
      {warnings.length > 0 && (
        <Alert header={countedText(warnings.length, 'thing to look at', 'things to look at')} type="warning">
          <Warnings warnings={warnings.slice(0, warningsMax)} />
          {warnings.length > warningsMax && (
            <ExpandableSection headerText={`${warnings.length - warningsMax} more`}>
              <Warnings warnings={warnings.slice(warningsMax)} />
            </ExpandableSection>
          )}
        </Alert>
      )}
      <People count={total?.stopped ?? stopped.length} emails={stopped} title="Newly stopped" />
      <People count={total?.freed ?? freed.length} emails={freed} title="Newly free" />
      {plan.teams.length > 0 && <TeamsTable plan={plan} />}
      {plan.largest.length > 0 && <ChangesTable plan={plan} />}
      {plan.pools.length > 0 && <PoolsTable pools={plan.pools} />}
    </SpaceBetween>
  );
}

function Warnings({ warnings }: Pick<HeldPlan, 'warnings'>) {
  return (
    <ul className="plan-warnings">
      {warnings.map(({ text }) => (
        <li key={text}>
          <NameText charsMax={500} text={text} />
        </li>
      ))}
    </ul>
  );
}

function Sums({ plan: { total, rows, changes, stopped, freed } }: { readonly plan: HeldPlan }) {
  const stoppedCount = total?.stopped ?? stopped.length;
  const freedCount = total?.freed ?? freed.length;
  return (
    <FactCells
      className="plan-figures"
      facts={{
        'Limits changed': grouped(changes),
        Lowered: grouped(total?.lowered ?? rows.filter(({ from, to }) => from === null || to < from).length),
        Raised: grouped(total?.raised ?? rows.filter(({ from, to }) => from !== null && to > from).length),
        'Newly stopped': <span className={stoppedCount > 0 ? 'plan-bad' : ''}>{grouped(stoppedCount)}</span>,
        'Newly free': <span className={freedCount > 0 ? 'plan-good' : ''}>{grouped(freedCount)}</span>,
        'Sum of limits':
          total === null ? undefined : (
            <>
              <CreditText credits={total.before} isShort /> → <CreditText credits={total.after} isShort />
            </>
          ),
      }}
    />
  );
}

const namedMax = 24;

function People({
  title,
  emails,
  count,
}: {
  readonly title: string;
  readonly emails: readonly string[];
  readonly count: number;
}) {
  if (count === 0) {
    return null;
  }
  const rest = emails.slice(namedMax);
  const unnamed = count - emails.length;
  return (
    <section aria-label={title} className="plan-part">
      <h3>
        {title} ({grouped(count)})
      </h3>
      <Names emails={emails.slice(0, namedMax)} />
      {rest.length > 0 && (
        <ExpandableSection headerText={`${grouped(rest.length)} more`}>
          <Names emails={rest} />
        </ExpandableSection>
      )}
      {unnamed > 0 && <p>and {grouped(unnamed)} more, whose names were not kept</p>}
    </section>
  );
}

function Names({ emails }: { readonly emails: readonly string[] }) {
  return (
    <ul className="plan-names">
      {emails.map((email) => (
        <li key={email}>
          <PersonLink email={email} />
        </li>
      ))}
    </ul>
  );
}
