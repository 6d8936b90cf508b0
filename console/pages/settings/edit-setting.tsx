import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';

import type { OperationDocument, OperationGiven } from '../../api/door.ts';
import { useChange } from '../../api/queries.ts';
import { countedText } from '../../parts/amounts.ts';
import { ImpactSummary } from '../../parts/impact/impact-summary.tsx';
import { NameText } from '../../parts/name-text.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { useImpact } from '../../parts/impact/use-impact.ts';
import { draftText, valueIn, valueText } from './setting-value.ts';

type Value = OperationGiven<'setSetting'>['body']['value'];

interface EditSettingProps {
  readonly row: OperationDocument<'showSettings'>['rows'][number];
  readonly mayEdit: boolean;
  readonly onClose: () => void;
}

/** One setting: what would follow from another value stands below it before it is saved. */
export function EditSetting({ row, mayEdit, onClose }: EditSettingProps) {
  const { setting, value, help, unit } = row;
  const [text, setText] = useState(draftText(value));
  const save = useChange('setSetting');
  const wanted = valueIn(text) as Value;
  const isChanged = JSON.stringify(wanted) !== JSON.stringify(value);
  const impact = useImpact(isChanged && mayEdit ? { edit: 'set-setting', name: setting, value: wanted } : undefined);
  const { answer, shown, isComputing, problem } = impact;
  const stopped = answer?.impact.stopped.length ?? 0;
  return (
    <Container
      header={
        <Header actions={<Button ariaLabel="Close" iconName="close" onClick={onClose} variant="icon" />} variant="h2">
          {setting}
        </Header>
      }
    >
      <SpaceBetween size="m">
        <div>{help}</div>
        <div>
          Usual: <NameText charsMax={200} text={valueText(row.default)} /> {unit ?? ''}
        </div>
        {mayEdit ? (
          <>
            <FormField
              constraintText="Lists and several values as JSON; empty: as usual"
              label={unit === null ? 'Value' : `Value (${unit})`}
            >
              <Textarea onChange={({ detail }) => setText(detail.value)} rows={text.length > 60 ? 6 : 2} value={text} />
            </FormField>
            {problem && <ProblemAlert onRetry={impact.again} problem={problem} />}
            {isChanged && isComputing && shown === undefined && <div role="status">Computing what it would do …</div>}
            {isChanged && shown !== undefined && <ImpactSummary impact={shown.impact} isOld={isComputing} />}
            {save.error && <ProblemAlert problem={save.error} />}
            {save.isSuccess && !isChanged && <div role="status">Saved. Runs go by it from now on.</div>}
            <Button
              disabled={!isChanged || answer === undefined || !answer.isEdit}
              loading={save.isPending}
              onClick={() =>
                answer !== undefined &&
                save.mutate(
                  {
                    given: { name: setting, body: { value: wanted }, agreed: answer.agreed },
                    terms: { seen: answer.version },
                  },
                  { onError: () => impact.again() },
                )
              }
              variant="primary"
            >
              {stopped > 0 ? `Save and stop ${countedText(stopped, 'person', 'people')}` : 'Save'}
            </Button>
          </>
        ) : (
          <div>It is edited where the settings are kept.</div>
        )}
      </SpaceBetween>
    </Container>
  );
}
