import Select from '@cloudscape-design/components/select';

interface ChoiceFilterProps {
  readonly label: string;
  /** What nothing chosen is called: `Every plan`. */
  readonly allText: string;
  readonly options: readonly string[];
  /** `''` is nothing chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** An option as it is read; its own letters otherwise. */
  readonly textOf?: (option: string) => string;
}

/** A choice of one or all, as a filter above a table. */
export function ChoiceFilter({ label, allText, options, value, onChange, textOf }: ChoiceFilterProps) {
  const all = { label: allText, value: '' };
  const choices = [all, ...options.map((option) => ({ label: textOf?.(option) ?? option, value: option }))];
  return (
    <div style={{ inlineSize: 'min(20rem, 100%)' }}>
      <Select
        ariaLabel={label}
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
        options={choices}
        selectedOption={choices.find((choice) => choice.value === value) ?? { label: value, value }}
      />
    </div>
  );
}
