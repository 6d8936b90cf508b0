import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useEffect, useState } from 'react';

import { useDelayed } from './use-delayed.ts';

interface SearchFieldProps {
  /** As the address has it. */
  readonly value: string;
  readonly placeholder: string;
  readonly onChange: (text: string) => void;
}

const typingMs = 300;

/** What rows are found by; told once somebody stops typing. */
export function SearchField({ value, placeholder, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const settled = useDelayed(text, typingMs);
  useEffect(() => {
    if (settled !== value) {
      onChange(settled);
    }
    // Only what was typed is told: what the address says was typed once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [settled]);
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
