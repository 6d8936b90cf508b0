import Input from '@cloudscape-design/components/input';
import { useEffect, useEffectEvent, useState } from 'react';

import { useDelayed } from './use-delayed.ts';

interface TextFilterFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  /** Told once somebody has stopped typing. */
  readonly onChange: (value: string) => void;
  readonly type?: 'search' | 'text';
}

const typingMs = 400;

/** A text that filters a table of the door: asked for when it stands still, not with every letter. */
export function TextFilterField({ label, placeholder, value, onChange, type = 'search' }: TextFilterFieldProps) {
  const [text, setText] = useState(value);
  const settled = useDelayed(text, typingMs);
  const tell = useEffectEvent(() => {
    if (settled.trim() !== value) {
      onChange(settled.trim());
    }
  });
  useEffect(() => tell(), [settled]);
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
