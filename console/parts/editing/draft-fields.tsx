import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import TimeInput from '@cloudscape-design/components/time-input';

import type { Draft, Faults, FormField as RecordField } from './record-form.ts';

interface DraftFieldsProps<Field extends string> {
  readonly fields: readonly RecordField<Field>[];
  readonly draft: Draft<Field>;
  /** Shown beside fields that have a value. */
  readonly faults: Faults<Field>;
  readonly onChange: (field: Field, text: string) => void;
  /** Whether required fields without a value are marked: after the first attempt to save. */
  readonly showsMissing?: boolean;
}

/** The fields of a record, one below the other; minor ones under “More”. */
export function DraftFields<Field extends string>({ fields, ...props }: DraftFieldsProps<Field>) {
  const [first, further] = [fields.filter(({ isMinor }) => !isMinor), fields.filter(({ isMinor }) => isMinor)];
  const isWrong = further.some(({ name }) => props.faults[name] !== undefined && props.draft[name] !== '');
  return (
    <SpaceBetween size="s">
      {first.map((field) => (
        <DraftField {...props} field={field} key={field.name} />
      ))}
      {further.length > 0 && (
        <ExpandableSection defaultExpanded={isWrong} headerText={moreText(further)}>
          <SpaceBetween size="s">
            {further.map((field) => (
              <DraftField {...props} field={field} key={field.name} />
            ))}
          </SpaceBetween>
        </ExpandableSection>
      )}
    </SpaceBetween>
  );
}

/** What stands there, as far as it fits on a line. */
function moreText(fields: readonly RecordField[]): string {
  const labels = fields.map(({ label }) => label.toLowerCase());
  return `More: ${labels.slice(0, labelsShown).join(', ')}${labels.length > labelsShown ? ' …' : ''}`;
}

interface FieldProps<Field extends string> extends Omit<DraftFieldsProps<Field>, 'fields'> {
  readonly field: RecordField<Field>;
}

function DraftField<Field extends string>(props: FieldProps<Field>) {
  const { field, draft, faults, showsMissing = false } = props;
  const fault = draft[field.name] === '' && !showsMissing ? undefined : faults[field.name];
  return (
    <FormField constraintText={field.help} label={field.label} stretch errorText={fault}>
      <Control {...props} />
    </FormField>
  );
}

const labelsShown = 3;
const [rowsMin, rowsMax, rowsLong] = [2, 8, 12];

function Control<Field extends string>({ field, draft, onChange }: FieldProps<Field>) {
  const { name, choices, control } = field;
  const value = draft[name];
  if (choices !== undefined) {
    const options = choices.map(([word, label]) => ({ value: word, label }));
    return (
      <Select
        onChange={({ detail }) => onChange(name, detail.selectedOption.value ?? '')}
        options={options}
        selectedOption={options.find((option) => option.value === value) ?? null}
      />
    );
  }
  switch (control) {
    case 'time':
      return <TimeInput format="hh:mm" onChange={({ detail }) => onChange(name, detail.value)} value={value} />;
    case 'lines':
    case 'long':
      return (
        <Textarea
          onChange={({ detail }) => onChange(name, detail.value)}
          rows={control === 'long' ? rowsLong : Math.min(rowsMax, Math.max(rowsMin, value.split('\n').length + 1))}
          spellcheck={false}
          value={value}
        />
      );
    case 'prose':
    case undefined:
      return (
        <Input onChange={({ detail }) => onChange(name, detail.value)} spellcheck={control === 'prose'} value={value} />
      );
  }
}
