import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';

/** A labelled choice of one, as a table filter. */
export function ChoiceField({
  label,
  value,
  options,
  onChange,
  isWide = true,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
  readonly isWide?: boolean;
}) {
  const all = options.map(([each, text]) => ({ value: each, label: text }));
  return (
    <FormField label={label} stretch={isWide}>
      <Select
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
        options={all}
        selectedOption={all.find((each) => each.value === value) ?? { value, label: value }}
      />
    </FormField>
  );
}
