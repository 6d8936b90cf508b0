import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import TimeInput from '@cloudscape-design/components/time-input';
import Textarea from '@cloudscape-design/components/textarea';

import type { Choices, Draft, RecordForm } from './record-form.ts';

interface DraftFieldsProps<Field extends string> {
  readonly form: RecordForm<Field>;
  readonly draft: Draft<Field>;
  /** What is wrong, by field; beside the field once something stands in it. */
  readonly problems: Readonly<Partial<Record<Field, string>>>;
  readonly choices: Readonly<Partial<Record<Field, Choices>>>;
  readonly onChange: (field: Field, text: string) => void;
}

/** Some fields of a record, one below the other. */
export function DraftFields<Field extends string>(
  props: DraftFieldsProps<Field> & { readonly fields: readonly Field[] },
) {
  return (
    <SpaceBetween size="s">
      {props.fields.map((field) => (
        <DraftField {...props} field={field} key={field} />
      ))}
    </SpaceBetween>
  );
}

interface FieldProps<Field extends string> extends DraftFieldsProps<Field> {
  readonly field: Field;
}

function DraftField<Field extends string>(props: FieldProps<Field>) {
  const { form, field, draft, problems } = props;
  const { label, help } = form.labels[field];
  const problem = problems[field];
  return (
    <FormField
      constraintText={help}
      label={label}
      stretch
      {...(problem !== undefined && draft[field] !== '' && { errorText: problem })}
    >
      <Control {...props} />
    </FormField>
  );
}

const rowsShown = 4;
const rowsLong = 12;

function Control<Field extends string>({ form, field, draft, choices, onChange }: FieldProps<Field>) {
  const options = choices[field]?.map(([value, label]) => ({ value, label }));
  const value = draft[field];
  if (options !== undefined) {
    return (
      <Select
        onChange={({ detail }) => onChange(field, detail.selectedOption.value ?? '')}
        options={options}
        selectedOption={options.find((option) => option.value === value) ?? null}
      />
    );
  }
  const { control } = form.labels[field];
  if (control === 'time') {
    return <TimeInput format="hh:mm" onChange={({ detail }) => onChange(field, detail.value)} value={value} />;
  }
  return control !== undefined ? (
    <Textarea
      onChange={({ detail }) => onChange(field, detail.value)}
      rows={control === 'long' ? rowsLong : rowsShown}
      spellcheck={false}
      value={value}
    />
  ) : (
    <Input onChange={({ detail }) => onChange(field, detail.value)} spellcheck={field === 'note'} value={value} />
  );
}
