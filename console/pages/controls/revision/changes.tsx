import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Header from '@cloudscape-design/components/header';
import { useState } from 'react';

import { useMay } from '../../../api/caller.ts';
import { NameText } from '../../../parts/texts/name-text.tsx';
import { SeverityText } from '../../../parts/texts/severity-text.tsx';
import { AllowanceForm } from '../baseline/allowance-form.tsx';
import { DirectionText } from './change-lines.tsx';
import { valueText, type Change, type Revision } from './revision.ts';

/** The changes, worst first. */
export function Changes({ revision: { changes, previous } }: { readonly revision: Revision }) {
  return (
    <Container
      header={
        <Header counter={`(${changes.length})`} variant="h2">
          What it means
        </Header>
      }
    >
      {changes.length === 0 ? (
        <p>{previous === null ? 'The history begins here; it is not a change.' : 'Nothing that is judged differs.'}</p>
      ) : (
        <ul className="controls-changes">
          {changes.map((change) => (
            <li key={`${change.path} ${change.sentence}`}>
              <OneChange change={change} />
            </li>
          ))}
        </ul>
      )}
    </Container>
  );
}

function OneChange({ change }: { readonly change: Change }) {
  const [isAsked, setAsked] = useState(false);
  const mayExcept = useMay('addException');
  const { path, direction, severity, sentence, added, removed, announced, quiet } = change;
  return (
    <>
      <div className="controls-change-head">
        <span>
          <SeverityText severity={severity} /> <DirectionText direction={direction} />{' '}
          <code>
            <NameText text={path} />
          </code>
        </span>
        {mayExcept && (
          <Button ariaLabel={`Make an exception for ${path}`} onClick={() => setAsked(true)} variant="inline-link">
            Make an exception
          </Button>
        )}
      </div>
      <p>
        <NameText charsMax={1_000} text={sentence} />
      </p>
      {announced !== undefined && (
        <p className="controls-soft">
          Announced by <NameText text={announced.by} />, ticket <NameText text={announced.ticket} />
        </p>
      )}
      {quiet !== null && <p className="controls-soft">{quietWords[quiet]}</p>}
      <Entries entries={added} sign="+" />
      <Entries entries={removed} sign="−" />
      <More change={change} />
      {isAsked && <AllowanceForm kind="exception" onLeave={() => setAsked(false)} pattern={path} />}
    </>
  );
}

function More({ change: { why, remedy, notes, controlIds, before, after, rule } }: { readonly change: Change }) {
  return (
    <ExpandableSection headerText="Why it matters, what to do, and the values" variant="footer">
      <p>
        <NameText charsMax={1_000} text={why} />
      </p>
      <p>
        <b>What to do:</b> <NameText charsMax={1_000} text={remedy} />
      </p>
      {notes.map((note) => (
        <p className="controls-soft" key={note}>
          <NameText charsMax={500} text={note} />
        </p>
      ))}
      <dl className="controls-facts">
        <dt>Before</dt>
        <dd>
          <Value value={before} />
        </dd>
        <dt>After</dt>
        <dd>
          <Value value={after} />
        </dd>
        <dt>Controls</dt>
        <dd>{controlIds.join(', ')}</dd>
        <dt>Rule</dt>
        <dd>
          <code>{rule}</code>
        </dd>
      </dl>
    </ExpandableSection>
  );
}

const quietWords = {
  dormant: 'Dormant: its switch is off. It is told when it comes into force.',
  'format-only': 'Only written differently: nothing is allowed or forbidden by it.',
  told: 'It was told before.',
} as const;

function Value({ value }: { readonly value: unknown }) {
  return (
    <pre className="controls-value" tabIndex={0}>
      <NameText charsMax={5_000} text={valueText(value)} />
    </pre>
  );
}

const entriesMax = 12;

function Entries({ entries, sign }: { readonly entries: readonly string[]; readonly sign: string }) {
  return entries.length === 0 ? null : (
    <ul className={sign === '+' ? 'controls-entries controls-added' : 'controls-entries controls-removed'}>
      {entries.slice(0, entriesMax).map((entry) => (
        <li key={entry}>
          {sign} <code>{<NameText charsMax={200} text={entry} />}</code>
        </li>
      ))}
      {entries.length > entriesMax && <li>and {entries.length - entriesMax} more</li>}
    </ul>
  );
}
