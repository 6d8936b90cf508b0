import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';

import type { Draft, DraftField } from './draft.ts';
import { fieldLabels, fieldsFor } from './labels.ts';

interface DraftFormProps {
  readonly scope: string;
  readonly draft: Draft;
  readonly problems: Readonly<Partial<Record<DraftField, string>>>;
  readonly onChange: (field: DraftField, text: string) => void;
}

const first: readonly DraftField[] = ['amount', 'mode', 'note'];
const further: readonly DraftField[] = [
  'guarantee',
  'reserved',
  'priority',
  'owners',
  'thresholds',
  'forecastAlert',
  'from',
  'to',
];

const choices: Readonly<Partial<Record<DraftField, readonly (readonly [string, string])[]>>> = {
  mode: [
    ['enforce', 'enforce: sets limits'],
    ['alert', 'alert: tells only'],
    ['observe', 'observe: counts only'],
  ],
  priority: [
    ['', 'normal'],
    ['high', 'high: before other reservations'],
  ],
  forecastAlert: [
    ['true', 'yes'],
    ['false', 'no'],
  ],
};

/** The fields of a budget. What is seldom changed stands under “More”. */
export function DraftForm(props: DraftFormProps) {
  const known = fieldsFor(props.scope);
  const shown = (fields: readonly DraftField[]) =>
    fields.filter((field) => known.has(field)).map((field) => <Field {...props} field={field} key={field} />);
  const isOdd = further.some((field) => props.problems[field] !== undefined);
  return (
    <SpaceBetween size="s">
      {shown(first)}
      <ExpandableSection defaultExpanded={isOdd} headerText="More: owners, alerts, days">
        <SpaceBetween size="s">{shown(further)}</SpaceBetween>
      </ExpandableSection>
    </SpaceBetween>
  );
}

function Field({ field, draft, problems, onChange }: DraftFormProps & { readonly field: DraftField }) {
  const { label, help } = fieldLabels[field];
  const problem = problems[field];
  return (
    <FormField
      constraintText={help}
      label={label}
      stretch
      {...(problem !== undefined && draft[field] !== '' && { errorText: problem })}
    >
      <Control draft={draft} field={field} onChange={onChange} />
    </FormField>
  );
}

function Control({ field, draft, onChange }: Pick<DraftFormProps, 'draft' | 'onChange'> & { field: DraftField }) {
  const options = choices[field]?.map(([value, label]) => ({ value, label }));
  if (options !== undefined) {
    const selected = options.find(({ value }) => value === draft[field]) ?? null;
    return (
      <Select
        onChange={({ detail }) => onChange(field, detail.selectedOption.value ?? '')}
        options={options}
        selectedOption={selected}
      />
    );
  }
  return (
    <Input
      onChange={({ detail }) => onChange(field, detail.value)}
      spellcheck={field === 'note'}
      value={draft[field]}
    />
  );
}
