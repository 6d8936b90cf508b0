import '../requests.css';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';

import { useMay } from '../../../api/caller.ts';
import { useChange, useRead } from '../../../api/queries.ts';
import { History } from '../../../parts/editing/history-table.tsx';
import { useDraft, type StoredDraft } from '../../../parts/editing/use-draft.ts';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { Question } from '../../../parts/question.tsx';
import { harmless } from '../../../parts/texts/name-text.tsx';
import { RuleEditor } from './rule-editor.tsx';
import { ruleForm, type RuleField, versionsOf } from './rule-form.ts';

/** A request rule: its edit with the effect, and its history. */
export function Page() {
  const { rule = '' } = useParams();
  const read = useRead('showRecord', { kind: 'rules', name: rule });
  const isGone = read.error?.kind === 'not-found';
  return (
    <PageFrame
      actions={<Link to="/requests">All requests</Link>}
      description={
        isGone
          ? 'There is no such rule; saving makes it'
          : 'Requests within a rule are approved at once, without anybody'
      }
      reads={isGone ? [] : [read]}
      title={`Rule ${harmless(rule)}`}
    >
      {() => (
        <OneRule
          key={rule}
          name={rule}
          onStale={() => void read.refetch()}
          stored={
            isGone
              ? { record: undefined, version: 'absent' }
              : { record: read.data?.document, version: read.data?.version ?? 'absent' }
          }
        />
      )}
    </PageFrame>
  );
}

interface OneRuleProps {
  readonly name: string;
  readonly stored: StoredDraft<RuleField>;
  readonly onStale: () => void;
}

function OneRule({ name, stored, onStale }: OneRuleProps) {
  const mayEdit = useMay('setRecord');
  const state = useDraft(ruleForm, stored);
  const versions = useRead('listRecordVersions', { kind: 'rules', name });
  const [isRemoving, setRemoving] = useState(false);
  return (
    <SpaceBetween size="l">
      {mayEdit && <RuleEditor name={name} onSaved={state.reset} onStale={onStale} state={state} />}
      <History
        form={ruleForm}
        read={versions}
        state={mayEdit ? state : undefined}
        versions={versionsOf(versions.data?.document.rows ?? [])}
      />
      {mayEdit && stored.record !== undefined && (
        <div>
          <Button onClick={() => setRemoving(true)}>Remove this rule …</Button>
        </div>
      )}
      {isRemoving && <RemoveRule name={name} onLeave={() => setRemoving(false)} version={stored.version} />}
    </SpaceBetween>
  );
}

interface RemoveRuleProps {
  readonly name: string;
  readonly version: string;
  readonly onLeave: () => void;
}

function RemoveRule({ name, version, onLeave }: RemoveRuleProps) {
  const remove = useChange('removeRecord');
  const navigate = useNavigate();
  return (
    <Question
      action="Remove"
      isBusy={remove.isPending}
      onConfirm={() =>
        remove.mutate(
          { given: { kind: 'rules', name }, terms: { seen: version } },
          { onSuccess: () => void navigate('/requests') },
        )
      }
      onLeave={onLeave}
      problem={remove.error}
      question={`Remove the rule ${harmless(name)}?`}
    >
      What it has approved stays. Requests like these wait for somebody from now on.
    </Question>
  );
}
