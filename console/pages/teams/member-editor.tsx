import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';

import { useChange } from '../../api/queries.ts';
import { countedText } from '../../parts/amounts.ts';
import { ImpactSummary } from '../../parts/impact/impact-summary.tsx';
import { NameText } from '../../parts/name-text.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { useImpact, type ImpactRead } from '../../parts/impact/use-impact.ts';

interface MemberEditorProps {
  readonly name: string;
  readonly members: readonly string[];
  readonly version: string;
  readonly updatedBy: string;
  readonly onStale: () => void;
}

/** Edits who belongs to a team. Somebody else's edit meanwhile is shown beside what was typed, which stays. */
export function MemberEditor(props: MemberEditorProps) {
  const { members, updatedBy } = props;
  const edit = useMembers(props);
  const { text, isMoved, isReady, impact, save, setText } = edit;
  const stopped = impact.answer?.impact.stopped.length ?? 0;
  return (
    <div className="teams-edit">
      <Container header={<Header variant="h2">Who belongs to it</Header>}>
        <SpaceBetween size="m">
          {isMoved && <Moved members={members} onContinue={edit.goOn} onTake={edit.discard} updatedBy={updatedBy} />}
          <FormField
            constraintText="One a line: an email, a pattern such as *@web.example, or metadata.KEY=VALUE"
            label="Members"
            stretch
          >
            <Textarea onChange={({ detail }) => setText(detail.value)} rows={rowsShown} value={text} />
          </FormField>
          {save.error !== null && save.error.kind !== 'stale' && <ProblemAlert problem={save.error} />}
          <SpaceBetween direction="horizontal" size="xs">
            <Button
              disabled={!isReady || impact.answer === undefined}
              loading={save.isPending}
              onClick={edit.submit}
              variant="primary"
            >
              {stopped > 0 ? `Save and stop ${countedText(stopped, 'person', 'people')}` : 'Save'}
            </Button>
            <Button disabled={!edit.isDraft} onClick={edit.discard}>
              Discard draft
            </Button>
          </SpaceBetween>
        </SpaceBetween>
      </Container>
      <Effect impact={impact} />
    </div>
  );
}

const rowsShown = 6;

function useMembers({ name, members, version, onStale }: MemberEditorProps) {
  const save = useChange('setTeam');
  const [draft, setDraft] = useState<{ readonly text: string; readonly version: string }>();
  const standing = members.join('\n');
  const text = draft?.text ?? standing;
  const isMoved = draft !== undefined && draft.version !== version;
  const wanted = linesIn(text);
  const isReady = draft !== undefined && wanted.join('\n') !== standing && !isMoved && wanted.length > 0;
  const said = { members: wanted };
  const impact = useImpact(isReady ? { edit: 'set-team', name, said } : undefined);
  return {
    text,
    isMoved,
    isReady,
    isDraft: draft !== undefined,
    impact,
    save,
    setText: (next: string) => setDraft({ text: next, version: draft?.version ?? version }),
    goOn: () => setDraft({ text, version }),
    discard: () => setDraft(undefined),
    submit: () => {
      if (impact.answer !== undefined && isReady) {
        const given = { name, body: said, agreed: impact.answer.agreed };
        save.mutate(
          { given, terms: { seen: draft.version } },
          {
            onSuccess: () => setDraft(undefined),
            onError: ({ kind }) => (kind === 'stale' ? onStale() : impact.again()),
          },
        );
      }
    },
  };
}

function Effect({ impact }: { readonly impact: ImpactRead }) {
  return (
    <Container header={<Header variant="h2">What it would do</Header>}>
      {impact.problem !== null ? (
        <ProblemAlert onRetry={impact.again} problem={impact.problem} />
      ) : impact.shown === undefined ? (
        <p>
          {impact.isComputing ? 'Computing …' : 'Change the members, and this shows who would be stopped and freed.'}
        </p>
      ) : (
        <ImpactSummary impact={impact.shown.impact} isOld={impact.isComputing} />
      )}
    </Container>
  );
}

interface MovedProps {
  readonly members: readonly string[];
  readonly updatedBy: string;
  readonly onContinue: () => void;
  readonly onTake: () => void;
}

function Moved({ members, updatedBy, onContinue, onTake }: MovedProps) {
  return (
    <Alert header="Somebody else changed this meanwhile" type="warning">
      <div role="alert">
        <p>
          <NameText text={updatedBy} /> saved these members; yours stand below, not saved:
        </p>
        <ul>
          {members.map((member) => (
            <li key={member}>
              <NameText text={member} />
            </li>
          ))}
        </ul>
      </div>
      <SpaceBetween direction="horizontal" size="xs">
        <Button onClick={onContinue}>Go on with mine</Button>
        <Button onClick={onTake}>Take theirs</Button>
      </SpaceBetween>
    </Alert>
  );
}

function linesIn(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
