import './plans.css';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { Link, useParams } from 'react-router';

import { useRead } from '../../api/queries.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { wordsOf } from '../../parts/texts/amounts.ts';
import { NameText } from '../../parts/texts/name-text.tsx';
import { TimeText } from '../../parts/texts/time-text.tsx';
import { Decision } from './decision.tsx';
import { PlanImpact } from './plan-impact.tsx';
import type { HeldPlan } from './plan-rows.ts';
import { PlanStatus } from './plan-status.tsx';
import { Rows } from './rows.tsx';

/** A held plan: its effect, later changes, and the decision. */
export function Page() {
  const { plan = '' } = useParams();
  const read = useRead('showHeldPlan', { plan });
  return (
    <PageFrame description={read.data && <Facts plan={read.data.document} />} reads={[read]} title={`Plan ${plan}`}>
      {() => read.data && <Review plan={read.data.document} />}
    </PageFrame>
  );
}

function Facts({ plan }: { readonly plan: HeldPlan }) {
  const { status, since, until, run, replacedBy, rejectedBefore } = plan;
  return (
    <>
      <PlanStatus plan={plan} /> · held <TimeText at={since} isAgo /> by{' '}
      <Link to={`/runs/${encodeURIComponent(run)}`}>this run</Link>
      {status === 'held' && (
        <>
          {' '}
          · can be approved until <TimeText at={until} />
        </>
      )}
      {replacedBy !== null && replacedBy !== 'none' && (
        <>
          {' '}
          · its place was taken by <Link to={`/plans/${encodeURIComponent(replacedBy)}`}>plan {replacedBy}</Link>
        </>
      )}
      {replacedBy === 'none' && ' · a later run found nothing to hold'}
      {rejectedBefore !== null && (
        <>
          {' '}
          · the plan before it,{' '}
          <Link to={`/plans/${encodeURIComponent(rejectedBefore.plan)}`}>{rejectedBefore.plan}</Link>, was rejected by{' '}
          <NameText text={rejectedBefore.by} />
        </>
      )}
    </>
  );
}

function Review({ plan }: { readonly plan: HeldPlan }) {
  return (
    <SpaceBetween size="l">
      <Decision key={plan.plan} plan={plan} />
      {plan.moved !== null && <Moved moved={plan.moved} />}
      <Container header={<Header variant="h2">What it would do</Header>}>
        <PlanImpact plan={plan} />
      </Container>
      <Rows plan={plan} />
    </SpaceBetween>
  );
}

/** Changes since the plan was held: whether it is still current, and edits with their authors. */
function Moved({ moved: { now, isSame, edits } }: { readonly moved: NonNullable<HeldPlan['moved']> }) {
  return (
    <Container header={<Header variant="h2">Since it was held</Header>}>
      {isSame ? (
        <StatusIndicator type="success">
          Nothing that it was made from has moved: approving does exactly what stands here
        </StatusIndicator>
      ) : (
        <StatusIndicator type="warning">
          Its figures have changed: it cannot be approved any more. The next run keeps the present plan,{' '}
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
