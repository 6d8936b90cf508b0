import { useId } from 'react';

import { NameText } from '../../parts/texts/name-text.tsx';

interface FieldProps {
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly problem: string | undefined;
  /** Of a day. */
  readonly range?: { readonly min: string; readonly max: string };
  readonly isLong?: boolean;
  readonly charsMax?: number;
}

/** One field of a form, with its help and what is wrong with it. */
export function Field({ label, help, value, onChange, problem, range, isLong = false, charsMax }: FieldProps) {
  const id = useId();
  const given = {
    id,
    value,
    required: true,
    'aria-describedby': `${id}-help`,
    'aria-invalid': problem !== undefined,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value),
    ...(charsMax !== undefined && { maxLength: charsMax }),
  };
  return (
    <div className="me-field">
      <label htmlFor={id}>{label}</label>
      {isLong ? (
        <textarea rows={3} {...given} />
      ) : (
        <input autoComplete="off" type={range === undefined ? 'text' : 'date'} {...range} {...given} />
      )}
      <div className={problem === undefined ? 'me-soft' : 'me-bad-text'} id={`${id}-help`}>
        {problem === undefined ? help : <NameText charsMax={300} text={problem} />}
      </div>
    </div>
  );
}
