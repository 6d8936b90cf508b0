import Input from '@cloudscape-design/components/input';

import { useTypedText } from './use-typed-text.ts';

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
