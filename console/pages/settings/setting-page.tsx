import './settings.css';
import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { Link, useParams } from 'react-router';

import { useMay } from '../../api/caller.ts';
import { useChange, useRead } from '../../api/queries.ts';
import { History } from '../../parts/editing/history-table.tsx';
import { editOf, ImpactBeside, RecordEditor } from '../../parts/editing/record-editor.tsx';
import type { RecordForm } from '../../parts/editing/record-form.ts';
import { useDraft, type DraftState } from '../../parts/editing/use-draft.ts';
import { useImpact, type ImpactRead } from '../../parts/impact/use-impact.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { harmless, NameText } from '../../parts/texts/name-text.tsx';
import { settingForm, settingText, unitText, type Setting, type SettingValue, versionsOf } from './setting-form.ts';

/** One setting: what it is for, another value with what would follow from it, and its history. */
export function Page() {
  const { setting = '' } = useParams();
  const read = useRead('showSettings', { name: setting });
  const row = read.data?.document.rows.find((each) => each.setting === setting);
  return (
    <PageFrame
      actions={<Link to={setting.startsWith('roles.') ? '/roles' : '/settings'}>All of them</Link>}
      description={row?.help}
      reads={[read]}
      title={harmless(setting)}
    >
      {() =>
        row === undefined ? (
          <p>There is no such setting.</p>
        ) : (
          <OneSetting
            fileVersion={read.data?.version ?? 'absent'}
            key={setting}
            onStale={() => void read.refetch()}
            row={row}
          />
        )
      }
    </PageFrame>
  );
}

interface OneSettingProps {
  readonly row: Setting;
  /** The version of the whole settings file, for the edit. */
  readonly fileVersion: string;
  readonly onStale: () => void;
}

function OneSetting({ row, fileVersion, onStale }: OneSettingProps) {
  const mayEdit = useMay('setSetting') && fileVersion !== 'absent';
  const form = settingForm(row);
  // As long as this one stands as it did, edits of others are no conflict.
  const state = useDraft(form, { record: { value: setValue(row) }, version: JSON.stringify(row.value) });
  const versions = useRead('listSettingsVersions', {}, { isWanted: mayEdit });
  const [isSaved, setSaved] = useState(false);
  return (
    <SpaceBetween size="l">
      <p className="settings-now">
        In force: <NameText charsMax={600} text={settingText(row, row.value)} />
        {unitText(row)}
        {row.from === 'default' ? (
          ', as usual.'
        ) : (
          <>
            {' '}
            ({row.from === 'demo' ? 'made up for the demo' : row.from}). As usual:{' '}
            <NameText charsMax={300} text={settingText(row, row.default)} />.
          </>
        )}
      </p>
      {isSaved && (
        <Alert dismissAriaLabel="Close" dismissible onDismiss={() => setSaved(false)} type="success">
          <div role="status">Saved. Runs go by it from now on.</div>
        </Alert>
      )}
      {mayEdit ? (
        <SettingEditor
          fileVersion={fileVersion}
          form={form}
          onSaved={() => {
            setSaved(true);
            state.reset();
          }}
          onStale={onStale}
          row={row}
          state={state}
        />
      ) : (
        <p>It is edited where the settings are kept, by the operator of Curfew.</p>
      )}
      {mayEdit && (
        <History
          form={form}
          read={versions}
          state={state}
          versions={versionsOf(row.setting, versions.data?.document.rows ?? [])}
        />
      )}
    </SpaceBetween>
  );
}

/** What the form begins with: nothing where the setting is as usual. */
function setValue({ from, value }: Setting): unknown {
  return from === 'default' ? null : value;
}

function SettingEditor({
  row,
  form,
  state,
  fileVersion,
  onSaved,
  onStale,
}: OneSettingProps & {
  readonly form: RecordForm<'value'>;
  readonly state: DraftState<'value'>;
  readonly onSaved: () => void;
}) {
  const save = useChange('setSetting');
  const edit = editOf(form, state);
  const value = (edit.said['value'] ?? null) as SettingValue;
  const impact = useImpact(edit.isWanted ? { edit: 'set-setting', name: row.setting, value } : undefined);
  const refusal = impact.problem?.kind === 'invalid-input' ? impact.problem.message : undefined;
  return (
    <RecordEditor
      beside={
        <Beside
          impact={refusal === undefined ? impact : { ...impact, problem: null, shown: undefined }}
          isChanged={edit.isChanged}
          isLeftEmpty={row.setting.startsWith('roles.') && isEmpty(value)}
        />
      }
      edit={{
        ...edit,
        faults: refusal === undefined ? edit.faults : { value: refusal },
        isWanted: edit.isWanted && impact.answer?.isEdit === true,
      }}
      impact={impact}
      onSubmit={(agreed) =>
        save.mutate(
          { given: { name: row.setting, body: { value }, agreed }, terms: { seen: fileVersion } },
          {
            onSuccess: onSaved,
            onError: ({ kind }) => {
              impact.again();
              return kind === 'stale' && onStale();
            },
          },
        )
      }
      save={save}
      title="Another value"
      what="setting"
    />
  );
}

function Beside({
  impact,
  isChanged,
  isLeftEmpty,
}: {
  readonly impact: ImpactRead;
  readonly isChanged: boolean;
  /** An empty list of a role. */
  readonly isLeftEmpty: boolean;
}) {
  return (
    <>
      {isChanged && isLeftEmpty && (
        <p>No one has this role then. The operator of this machine still may do everything.</p>
      )}
      <ImpactBeside impact={impact} isChanged={isChanged} />
    </>
  );
}

function isEmpty(value: SettingValue): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}
