import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useEffect, useEffectEvent, useState } from 'react';

import { useDelayed } from './use-delayed.ts';

interface TextFilterFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  /** Called once somebody has stopped typing. */
  readonly onChange: (value: string) => void;
  readonly type?: 'search' | 'text';
}

/** A text that filters a table of the API: asked for when it stands still, not with every letter. */
export function TextFilterField({ label, placeholder, value, onChange, type = 'search' }: TextFilterFieldProps) {
  const [text, setText] = useTypedText(value, onChange);
  return (
    <Input
      ariaLabel={label}
      onChange={({ detail }) => setText(detail.value)}
      placeholder={placeholder}
      type={type}
      value={text}
    />
  );
}

const typingMs = 300;

/** A text that somebody types, given once it stands still and not with every letter. `value`: as it was given last. */
function useTypedText(
  value: string,
  onChange: (text: string) => void,
): readonly [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(value);
  const settled = useDelayed(text, typingMs).trim();
  const report = useEffectEvent(() => {
    if (settled !== value) {
      onChange(settled);
    }
  });
  useEffect(() => report(), [settled]);
  return [text, setText];
}

interface SearchFieldProps {
  /** As the address has it. */
  readonly value: string;
  readonly placeholder: string;
  readonly onChange: (text: string) => void;
}

/** What rows are found by; given once somebody stops typing. */
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
