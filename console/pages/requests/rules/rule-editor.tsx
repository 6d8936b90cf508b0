import type { ReactNode } from 'react';

import { useChange } from '../../../api/queries.ts';
import { editOf, RecordEditor } from '../../../parts/editing/record-editor.tsx';
import type { DraftState } from '../../../parts/editing/use-draft.ts';
import { NameText } from '../../../parts/texts/name-text.tsx';
import { ruleForm, ruleWords, type RuleField } from './rule-form.ts';

interface RuleEditorProps {
  /** Empty while a new rule has none. */
  readonly name: string;
  readonly state: DraftState<RuleField>;
  readonly onStale: () => void;
  readonly onSaved: () => void;
  readonly before?: ReactNode;
}

/** Edits one rule, with what it comes to in words. No limit changes before somebody asks. */
export function RuleEditor({ name, state, onStale, onSaved, before }: RuleEditorProps) {
  const save = useChange('setRecord');
  const edit = editOf(ruleForm, state, { name });
  const isValid = Object.keys(edit.faults).every((field) => field === 'name');
  return (
    <RecordEditor
      before={before}
      beside={
        isValid ? <Words draft={state.draft} /> : <p>Fill in the credits, and this says what the rule comes to.</p>
      }
      edit={edit}
      onSubmit={() =>
        save.mutate(
          { given: { kind: 'rules', name, body: edit.said }, terms: { seen: state.version } },
          { onSuccess: onSaved, onError: ({ kind }) => kind === 'stale' && onStale() },
        )
      }
      save={save}
      title={state.base === undefined ? 'New rule' : 'Edit'}
      what="rule"
    />
  );
}

function Words({ draft }: Pick<DraftState<RuleField>, 'draft'>) {
  return (
    <ul className="requests-words">
      {ruleWords(draft).map((words) => (
        <li key={words}>
          <NameText charsMax={600} text={words} />
        </li>
      ))}
    </ul>
  );
}
