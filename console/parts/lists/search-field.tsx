import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';

import { useTypedText } from './use-typed-text.ts';

interface SearchFieldProps {
  /** As the address has it. */
  readonly value: string;
  readonly placeholder: string;
  readonly onChange: (text: string) => void;
}

/** What rows are found by; told once somebody stops typing. */
export function SearchField({ value, placeholder, onChange }: SearchFieldProps) {
  const [text, setText] = useTypedText(value, onChange);
  return (
    <FormField label="Find" stretch>
      <Input
        clearAriaLabel="Clear"
        onChange={({ detail }) => setText(detail.value)}
        placeholder={placeholder}
        type="search"
        value={text}
      />
    </FormField>
  );
}
