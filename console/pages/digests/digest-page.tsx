import './digests.css';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Link, useParams } from 'react-router';

import { dayText, isDay } from '../../../shared/kernel/time/day.ts';
import type { OperationDocument } from '../../api/call-api.ts';
import { useRead } from '../../api/queries.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { harmless, NameText } from '../../parts/texts/name-text.tsx';
import { DayText, TimeText } from '../../parts/texts/time-text.tsx';
import { Section } from './section.tsx';

/** A digest as mailed. */
export function Page() {
  const { day = '', scope = '' } = useParams();
  const read = useRead('showDigest', { day, scope }, { isLive: false });
  const digest = read.data?.document;
  return (
    <PageFrame
      actions={<Link to="/digest">All digests</Link>}
      description={digest === undefined ? undefined : <Written digest={digest} />}
      reads={[read]}
      title={`Digest of ${harmless(scope)}, ${isDay(day) ? dayText(day) : harmless(day)}`}
    >
      {() => digest !== undefined && <Mail digest={digest} />}
    </PageFrame>
  );
}

function Written({ digest: { from, through, at, run } }: { readonly digest: OperationDocument<'showDigest'> }) {
  return (
    <>
      <DayText day={from} /> to <DayText day={through} /> (UTC), written <TimeText at={at} /> by{' '}
      <Link to={`/runs/${encodeURIComponent(run)}`}>this run</Link>. The figures are those of then.
    </>
  );
}

function Mail({ digest: { content, text, recipients } }: { readonly digest: OperationDocument<'showDigest'> }) {
  return (
    <SpaceBetween size="l">
      <Container>
        <article aria-label="The mail" className="digests-mail">
          <dl className="digests-head">
            <dt>To</dt>
            <dd>
              {recipients.map((email) => (
                <span key={email}>
                  <NameText text={email} />{' '}
                </span>
              ))}
            </dd>
            <dt>Subject</dt>
            <dd>
              <NameText charsMax={300} text={content.subject} />
            </dd>
          </dl>
          <p className="digests-lead">
            <NameText charsMax={300} text={content.lead} />
          </p>
          {content.sections.map((section, index) => (
            // Sections have no id, and they do not move.
            <Section key={index} section={section} />
          ))}
          <footer className="digests-foot">
            {content.foot.map((line) => (
              <p key={line}>
                <NameText charsMax={300} text={line} />
              </p>
            ))}
          </footer>
        </article>
      </Container>
      <details className="digests-text">
        <summary>The plain text of the mail</summary>
        <pre tabIndex={0}>{harmlessLines(text)}</pre>
      </details>
    </SpaceBetween>
  );
}

function harmlessLines(text: string): string {
  return text.split('\n').map(harmless).join('\n');
}
