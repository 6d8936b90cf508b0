import './watchers.css';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { Link, useParams } from 'react-router';

import type { OperationDocument } from '../../api/call-api.ts';
import { useMay } from '../../api/caller.ts';
import { useChange, useRead } from '../../api/queries.ts';
import { FactPairs } from '../../parts/facts.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Question } from '../../parts/question.tsx';
import { countedText } from '../../parts/texts/amounts.ts';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { harmless, NameText } from '../../parts/texts/name-text.tsx';
import { TimeText } from '../../parts/texts/time-text.tsx';

/** A session: its use, and Curfew's changes, which can be restored. */
export function Page() {
  const { session = '' } = useParams();
  const read = useRead('showSession', { session });
  const [isAsked, setAsked] = useState(false);
  const mayRestore = useMay('requestRestore');
  const shown = read.data?.document;
  const open = shown?.actions.filter(({ state }) => state === 'done') ?? [];
  return (
    <PageFrame
      actions={
        mayRestore &&
        open.length > 0 && <Button onClick={() => setAsked(true)}>Put back what was changed ({open.length})</Button>
      }
      description={<Link to="/sessions">All sessions</Link>}
      reads={[read]}
      title={harmless(shown?.title ?? 'Session').slice(0, 120)}
    >
      {() =>
        shown && (
          <SpaceBetween size="l">
            <Facts session={shown} />
            <Actions actions={shown.actions} />
            {isAsked && <Restore count={open.length} onLeave={() => setAsked(false)} session={session} />}
          </SpaceBetween>
        )
      }
    </PageFrame>
  );
}

function Facts({ session }: { readonly session: OperationDocument<'showSession'> }) {
  const { credits, creditsWithChildren, messages, model, computer, tags, children, status } = session;
  return (
    <Container header={<Header variant="h2">What is known of it</Header>}>
      <FactPairs
        className="watchers-facts"
        facts={{
          Id: (
            <code>
              <NameText text={session.session} />
            </code>
          ),
          Status: status ?? 'unknown',
          Credits: (
            <>
              <CreditText credits={credits} none="unknown" />, with children{' '}
              <CreditText credits={creditsWithChildren} none="unknown" />
            </>
          ),
          Messages: messages,
          Model: <NameText text={model ?? 'unknown'} />,
          Computer: <NameText text={computer ?? 'none'} />,
          Tags: <NameText charsMax={300} text={tags.join(', ') || 'none'} />,
          Begun: (
            <>
              <TimeText at={session.createdAt} />, last seen working <TimeText at={session.updatedAt} isAgo />
            </>
          ),
          Children:
            children.length === 0
              ? 'none'
              : children.slice(0, 20).map((child) => (
                  <div key={child}>
                    <Link to={`/sessions/${encodeURIComponent(child)}`}>
                      <NameText text={child} />
                    </Link>
                  </div>
                )),
        }}
      />
    </Container>
  );
}

function Actions({ actions }: Pick<OperationDocument<'showSession'>, 'actions'>) {
  return (
    <Container
      header={
        <Header counter={`(${actions.length})`} variant="h2">
          What Curfew did
        </Header>
      }
    >
      {actions.length === 0 ? (
        <p>Nothing was changed of it. A policy of sessions says what is done and when; without one it is only told.</p>
      ) : (
        <ul className="watchers-rows">
          {actions.map(({ kind, policy, reason, state, at, by, problem, before, after, version }) => (
            <li key={`${kind} ${at} ${version}`}>
              <b>{kind.replaceAll('-', ' ')}</b>: {state.replaceAll('-', ' ')}
              <div>
                <NameText charsMax={400} text={reason} />
              </div>
              <div className="soft">
                policy <NameText text={policy} />, <TimeText at={at} />
                {by !== undefined && (
                  <>
                    , by <NameText text={by} />
                  </>
                )}
                {problem !== undefined && (
                  <div className="bad">
                    <NameText charsMax={300} text={problem} />
                  </div>
                )}
                <div>
                  <code>
                    <NameText charsMax={300} text={`${JSON.stringify(before)} → ${JSON.stringify(after)}`} />
                  </code>
                </div>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Container>
  );
}

function Restore({
  session,
  count,
  onLeave,
}: {
  readonly session: string;
  readonly count: number;
  readonly onLeave: () => void;
}) {
  const restore = useChange('requestRestore');
  return (
    <Question
      action="Put it back"
      isBusy={restore.isPending}
      onConfirm={() => restore.mutate({ given: { session } }, { onSuccess: onLeave })}
      onLeave={onLeave}
      problem={restore.error}
      question="Put back what was changed?"
    >
      <p>{countedText(count, 'change')} of this session is undone by the next run of the watcher. It stops no one.</p>
    </Question>
  );
}
