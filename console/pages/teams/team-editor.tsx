import type { ReactNode } from 'react';

import { useChange } from '../../api/queries.ts';
import { DraftFields } from '../../parts/editing/draft-fields.tsx';
import { ImpactBeside, RecordEditor } from '../../parts/editing/record-editor.tsx';
import { saidOf } from '../../parts/editing/record-form.ts';
import type { DraftState } from '../../parts/editing/use-draft.ts';
import { useImpact } from '../../parts/impact/use-impact.ts';
import { teamForm, type TeamField } from './team-form.ts';

interface TeamEditorProps {
  /** Empty while a new team has none. */
  readonly name: string;
  readonly state: DraftState<TeamField>;
  readonly onStale: () => void;
  readonly onSaved: () => void;
  readonly before?: ReactNode;
}

/** Edits who belongs to a team, with what the draft would do beside it. */
export function TeamEditor({ name, state, onStale, onSaved, before }: TeamEditorProps) {
  const save = useChange('setTeam');
  const { draft, base, version, conflict } = state;
  const said = saidOf(teamForm, base, draft);
  const isChanged = Object.keys(said).length > 0;
  const isWanted = isChanged && name !== '' && draft.members.trim() !== '' && conflict === undefined;
  const impact = useImpact(isWanted ? { edit: 'set-team', name, said } : undefined);
  const submit = (): void => {
    if (impact.answer !== undefined) {
      save.mutate(
        { given: { name, body: said, agreed: impact.answer.agreed }, terms: { seen: version } },
        { onSuccess: onSaved, onError: ({ kind }) => (kind === 'stale' ? onStale() : impact.again()) },
      );
    }
  };
  return (
    <RecordEditor
      beside={<ImpactBeside impact={impact} isChanged={isChanged} />}
      form={teamForm}
      isBusy={save.isPending}
      isChanged={isChanged}
      isReady={isWanted && impact.answer !== undefined}
      onSubmit={submit}
      problem={save.error}
      state={state}
      stopped={impact.answer?.impact.stopped.length ?? 0}
      title={base === undefined ? 'New team' : 'Who belongs to it'}
      what="team"
    >
      {before}
      <DraftFields
        choices={{}}
        draft={draft}
        fields={teamForm.fields}
        form={teamForm}
        onChange={state.setField}
        problems={{}}
      />
    </RecordEditor>
  );
}
