import type { ReactNode } from 'react';

import { useChange } from '../../../api/queries.ts';
import { DraftFields, RecordEditor } from '../../../parts/editing/record-editor.tsx';
import { saidOf } from '../../../parts/editing/record-form.ts';
import type { DraftState } from '../../../parts/editing/use-draft.ts';
import { NameText } from '../../../parts/texts/name-text.tsx';
import { ruleChoices, ruleForm, ruleProblems, ruleWords, type RuleField } from './rule-form.ts';

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
  const { draft, base, version, conflict } = state;
  const said = saidOf(ruleForm, base, draft);
  const problems = ruleProblems(draft);
  const isValid = Object.keys(problems).length === 0;
  const isChanged = Object.keys(said).length > 0;
  return (
    <RecordEditor
      beside={isValid ? <Words draft={draft} /> : <p>Fill in the credits, and this says what the rule comes to.</p>}
      form={ruleForm}
      isChanged={isChanged}
      isReady={isChanged && isValid && name !== '' && conflict === undefined}
      onSubmit={() =>
        save.mutate(
          { given: { kind: 'rules', name, body: said }, terms: { seen: version } },
          { onSuccess: onSaved, onError: ({ kind }) => kind === 'stale' && onStale() },
        )
      }
      save={save}
      state={state}
      title={base === undefined ? 'New rule' : 'Edit'}
      what="rule"
    >
      {before}
      <DraftFields
        choices={ruleChoices}
        draft={draft}
        fields={ruleForm.fields}
        form={ruleForm}
        onChange={state.setField}
        problems={problems}
      />
    </RecordEditor>
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
