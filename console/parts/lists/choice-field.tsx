import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';

interface ChoiceFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
  /** As wide as its place. */
  readonly isWide?: boolean;
}

/** A choice of one under its label, as a filter above a table. */
export function ChoiceField({ label, value, options, onChange, isWide = true }: ChoiceFieldProps) {
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
