import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { Link, useParams } from 'react-router';

import { ownChangeText } from '../../../../shared/kernel/texts/own-change.ts';
import { useMay } from '../../../api/caller.ts';
import { useRead } from '../../../api/queries.ts';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { NameText } from '../../../parts/texts/name-text.tsx';
import { TimeText } from '../../../parts/texts/time-text.tsx';
import { Acknowledge } from '../acknowledge.tsx';
import { ApproveBaseline } from '../baseline/approve-baseline.tsx';

import '../controls.css';
import { Changes } from './changes.tsx';
import { RawLines } from './raw-lines.tsx';
import { actorName, type Revision } from './revision.ts';

/** The line diff of the settings; secrets are replaced by marks. */
function RawDifference({ revision }: { readonly revision: Revision }) {
  const [isOpen, setOpen] = useState(false);
  return revision.previous === null ? null : (
    <Container header={<Header variant="h2">The difference, raw</Header>}>
      <ExpandableSection
        expanded={isOpen}
        headerText={`From revision ${revision.previous.revision} to ${revision.revision}`}
        onChange={({ detail }) => setOpen(detail.expanded)}
      >
        {isOpen && <RawLines previous={revision.previous.revision} revision={revision} />}
      </ExpandableSection>
    </Container>
  );
}

/** One revision of the controls: who made it, what it means, in words and raw, and who accepted it. */
export function Page() {
  const { revision = '' } = useParams();
  const read = useRead('showRevision', { revision });
  const [asked, setAsked] = useState<'acknowledge' | 'baseline' | undefined>(undefined);
  const [mayAcknowledge, mayApprove] = [useMay('acknowledgeControls'), useMay('approveBaseline')];
  const shown = read.data?.document;
  return (
    <PageFrame
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          {mayAcknowledge && (
            <Button disabled={shown?.acknowledged !== null} onClick={() => setAsked('acknowledge')} variant="primary">
              Acknowledge
            </Button>
          )}
          {mayApprove && (
            <Button disabled={shown?.baseline !== null} onClick={() => setAsked('baseline')}>
              Approve as baseline
            </Button>
          )}
        </SpaceBetween>
      }
      description={<Link to="/controls">All changes of the controls</Link>}
      reads={[read]}
      title={`Revision ${revision}`}
    >
      {() =>
        shown && (
          <SpaceBetween size="l">
            <Facts revision={shown} />
            <Changes revision={shown} />
            <RawDifference revision={shown} />
            {asked === 'acknowledge' && (
              <Acknowledge
                onDone={() => setAsked(undefined)}
                onLeave={() => setAsked(undefined)}
                revisions={[shown.revision]}
              />
            )}
            {asked === 'baseline' && <ApproveBaseline onLeave={() => setAsked(undefined)} revision={shown.revision} />}
          </SpaceBetween>
        )
      }
    </PageFrame>
  );
}

function Facts({ revision }: { readonly revision: Revision }) {
  const { actor, circumstances, updatedAt, seenAt, acknowledged, baseline, exceptions, previous, problems } = revision;
  const who = { approved: 'on the approved list', 'not-approved': 'not on the approved list', unknown: '' };
  const when = { inside: 'in working hours', outside: 'outside working hours', unknown: '' };
  return (
    <Container header={<Header variant="h2">Who, when, accepted</Header>}>
      <dl className="controls-facts">
        <dt>Made by</dt>
        <dd>
          <NameText text={actorName(actor)} />
          {actor.email !== undefined && actor.email !== actorName(actor) && (
            <>
              , <NameText text={actor.email} />
            </>
          )}
          {who[circumstances.actor] !== '' && `, ${who[circumstances.actor]}`}
        </dd>
        <dt>Made</dt>
        <dd>
          <TimeText at={updatedAt} />
          {when[circumstances.hours] !== '' && `, ${when[circumstances.hours]}`}
        </dd>
        <dt>Noticed</dt>
        <dd>
          <TimeText at={seenAt} />
        </dd>
        <dt>Before it</dt>
        <dd>
          {previous === null ? (
            'nothing: it is where the history begins'
          ) : (
            <Link to={`/controls/${previous.revision}`}>Revision {previous.revision}</Link>
          )}
        </dd>
        <Acceptance acknowledged={acknowledged} baseline={baseline} />
        {exceptions.map(({ id, pattern, ticket, owner, expires }) => (
          <Exception expires={expires} key={id} owner={owner} pattern={pattern} ticket={ticket} />
        ))}
      </dl>
      {problems.map((problem) => (
        <p className="controls-bad" key={problem}>
          <NameText charsMax={300} text={problem} />
        </p>
      ))}
    </Container>
  );
}

function Acceptance({ acknowledged, baseline }: Pick<Revision, 'acknowledged' | 'baseline'>) {
  return (
    <>
      <dt>Acknowledged</dt>
      <dd>
        {acknowledged === null ? (
          'by no one yet'
        ) : (
          <>
            by <NameText text={acknowledged.by} />
            {ownChangeText(acknowledged.ownChange)}, <TimeText at={acknowledged.at} />: “
            <NameText charsMax={500} text={acknowledged.reason} />”
          </>
        )}
      </dd>
      {baseline !== null && (
        <>
          <dt>Baseline</dt>
          <dd>
            approved by <NameText text={baseline.by} />, <TimeText at={baseline.at} />
          </dd>
        </>
      )}
    </>
  );
}

function Exception({
  pattern,
  ticket,
  owner,
  expires,
}: Pick<Revision['exceptions'][number], 'pattern' | 'ticket' | 'owner' | 'expires'>) {
  return (
    <>
      <dt>Exception</dt>
      <dd>
        <code>
          <NameText text={pattern} />
        </code>
        , ticket <NameText text={ticket} />, <NameText text={owner} /> answers for it, until <TimeText at={expires} />
      </dd>
    </>
  );
}
