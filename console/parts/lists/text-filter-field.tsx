import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useEffect, useEffectEvent, useState } from 'react';

import { useDelayed } from './use-delayed.ts';

/** A text field that reports its value after a pause in typing. */
export function TextFilterField({
  label,
  placeholder,
  value,
  onChange,
  type = 'search',
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  /** Called after a pause in typing. */
  readonly onChange: (value: string) => void;
  readonly type?: 'search' | 'text';
}) {
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

/** A text field that reports its value after a pause in typing. */
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

/** Finds rows; reports after a pause in typing. */
export function SearchField({
  value,
  placeholder,
  onChange,
}: {
  /** From the address. */
  readonly value: string;
  readonly placeholder: string;
  readonly onChange: (text: string) => void;
}) {
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
