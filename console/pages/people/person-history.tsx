import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { useState } from 'react';

import { useMay } from '../../api/caller.ts';
import { useRead } from '../../api/queries.ts';
import { StaleNote } from '../../parts/page-frame.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { TimeText } from '../../parts/texts/time-text.tsx';
import { timelineOf } from './timeline.ts';

const shownFirst = 12;

/** The history of a person's limit and edits. Others' versions require the right to read all. */
export function PersonHistory({ email }: { readonly email: string }) {
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
