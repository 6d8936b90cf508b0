import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { Link } from 'react-router';

import { wordsOf } from '../../parts/texts/amounts.ts';
import { NameText } from '../../parts/texts/name-text.tsx';
import { TimeText } from '../../parts/texts/time-text.tsx';
import type { HeldPlan } from './held-plan.ts';

/** What moved since the plan was held: whether it is still what would be done, and who edited what. */
export function Moved({ moved: { now, isSame, edits } }: { readonly moved: NonNullable<HeldPlan['moved']> }) {
  return (
    <Container header={<Header variant="h2">Since it was held</Header>}>
      {isSame ? (
        <StatusIndicator type="success">
          Nothing that it was made from has moved: approving does exactly what stands here
        </StatusIndicator>
      ) : (
        <StatusIndicator type="warning">
          What it was made from has moved: it cannot be approved as it is. The next run keeps the plan of now,{' '}
          <Link to={`/plans/${encodeURIComponent(now)}`}>{now}</Link>; single rows can be released
        </StatusIndicator>
      )}
      {edits.length > 0 && (
        <ul className="plan-edits">
          {edits.map(({ at, kind, by, subject }) => (
            <li key={`${at} ${kind} ${subject}`}>
              <TimeText at={at} /> {wordsOf(kind)}: <NameText text={subject} />, by <NameText text={by} />
            </li>
          ))}
        </ul>
      )}
    </Container>
  );
}
