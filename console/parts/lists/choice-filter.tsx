import Select from '@cloudscape-design/components/select';

/** A choice of one or all, as a table filter. */
export function ChoiceFilter({
  label,
  allText,
  options,
  value,
  onChange,
  textOf,
}: {
  readonly label: string;
  /** The text for no choice: `Every plan`. */
  readonly allText: string;
  readonly options: readonly string[];
  /** `''`: no choice. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** An option's text; default: the option. */
  readonly textOf?: (option: string) => string;
}) {
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
