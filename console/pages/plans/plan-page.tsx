import './plans.css';

import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Link, useParams } from 'react-router';

import { useRead } from '../../api/queries.ts';
import { figuresOfPlan } from '../../parts/impact/impact-figures.ts';
import { ImpactView } from '../../parts/impact/impact-view.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { PersonLink } from '../../parts/texts/person-link.tsx';
import { TimeText } from '../../parts/texts/time-text.tsx';
import { Decision } from './decision.tsx';
import { Moved } from './moved.tsx';
import type { HeldPlan } from './held-plan.ts';
import { PlanStatus } from './plan-status.tsx';
import { Rows } from './rows.tsx';

/** One plan that was held: what it would do, what moved since, and the decision. */
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
        <ImpactView figures={figuresOfPlan(plan)} nameOf={(email) => <PersonLink email={email} />} />
      </Container>
      <Rows plan={plan} />
    </SpaceBetween>
  );
}
