import './impact-view.css';

import Alert from '@cloudscape-design/components/alert';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';

import { countedText } from '../texts/amounts.ts';
import { CreditText } from '../texts/credit-text.tsx';
import { ChangesTable, PoolsTable, TeamsTable } from './impact-tables.tsx';
import type { ImpactFigures } from './impact-figures.ts';
import { NameText } from '../texts/name-text.tsx';

interface ImpactViewProps {
  readonly figures: ImpactFigures;
  /** Where the person is: a link from each name. */
  readonly nameOf?: (email: string) => ReactNode;
}

/**
 * What edits or a plan would do: sums before and after, who is newly stopped and newly free, by team, the largest
 * changes, the pools, and what looks odd. One view for a held plan and for an edit that is not made yet.
 */
export function ImpactView({ figures, nameOf = plainName }: ImpactViewProps) {
  const { warnings, teams, changes, changesCount, pools, teamsCount } = figures;
  return (
    <SpaceBetween size="m">
      <Sums figures={figures} />
      {warnings.length > 0 && (
        <Alert header={countedText(warnings.length, 'thing to look at', 'things to look at')} type="warning">
          <Warnings texts={warnings.slice(0, warningsMax)} />
          {warnings.length > warningsMax && (
            <ExpandableSection headerText={`${warnings.length - warningsMax} more`}>
              <Warnings texts={warnings.slice(warningsMax)} />
            </ExpandableSection>
          )}
        </Alert>
      )}
      <People count={figures.stoppedCount} emails={figures.stopped} nameOf={nameOf} title="Newly stopped" />
      <People count={figures.freedCount} emails={figures.freed} nameOf={nameOf} title="Newly free" />
      {teams.length > 0 && <TeamsTable teams={teams} teamsCount={teamsCount} />}
      {changes.length > 0 && <ChangesTable changes={changes} changesCount={changesCount} nameOf={nameOf} />}
      {pools.length > 0 && <PoolsTable pools={pools} />}
    </SpaceBetween>
  );
}

const warningsMax = 5;

function Warnings({ texts }: { readonly texts: readonly string[] }) {
  return (
    <ul className="impact-warnings">
      {texts.map((text) => (
        <li key={text}>
          <NameText charsMax={500} text={text} />
        </li>
      ))}
    </ul>
  );
}

function Sums({ figures }: { readonly figures: ImpactFigures }) {
  const { before, after, changesCount, lowered, raised, stoppedCount, freedCount } = figures;
  return (
    <dl className="impact-figures">
      <Figure title="Limits changed">{changesCount.toLocaleString('en-US')}</Figure>
      <Figure title="Lowered">{lowered.toLocaleString('en-US')}</Figure>
      <Figure title="Raised">{raised.toLocaleString('en-US')}</Figure>
      <Figure title="Newly stopped" tone={stoppedCount > 0 ? 'bad' : undefined}>
        {stoppedCount.toLocaleString('en-US')}
      </Figure>
      <Figure title="Newly free" tone={freedCount > 0 ? 'good' : undefined}>
        {freedCount.toLocaleString('en-US')}
      </Figure>
      {before !== undefined && after !== undefined && (
        <Figure title="Sum of limits">
          <CreditText credits={before} isShort /> → <CreditText credits={after} isShort />
        </Figure>
      )}
    </dl>
  );
}

interface FigureProps {
  readonly title: string;
  readonly tone?: 'bad' | 'good' | undefined;
  readonly children: ReactNode;
}

function Figure({ title, tone, children }: FigureProps) {
  return (
    <div>
      <dt>{title}</dt>
      <dd {...(tone !== undefined && { className: `impact-${tone}` })}>{children}</dd>
    </div>
  );
}

interface PeopleProps {
  readonly title: string;
  readonly emails: readonly string[];
  readonly count: number;
  readonly nameOf: (email: string) => ReactNode;
}

const namedMax = 24;

function People({ title, emails, count, nameOf }: PeopleProps) {
  if (count === 0) {
    return null;
  }
  const rest = emails.slice(namedMax);
  const unnamed = count - emails.length;
  return (
    <section aria-label={title} className="impact-people">
      <h3>
        {title} ({count.toLocaleString('en-US')})
      </h3>
      <Names emails={emails.slice(0, namedMax)} nameOf={nameOf} />
      {rest.length > 0 && (
        <ExpandableSection headerText={`${rest.length.toLocaleString('en-US')} more`}>
          <Names emails={rest} nameOf={nameOf} />
        </ExpandableSection>
      )}
      {unnamed > 0 && <p>and {unnamed.toLocaleString('en-US')} more, whose names were not kept</p>}
    </section>
  );
}

function Names({ emails, nameOf }: Pick<PeopleProps, 'emails' | 'nameOf'>) {
  return (
    <ul className="impact-names">
      {emails.map((email) => (
        <li key={email}>{nameOf(email)}</li>
      ))}
    </ul>
  );
}

function plainName(email: string): ReactNode {
  return <NameText text={email} />;
}
