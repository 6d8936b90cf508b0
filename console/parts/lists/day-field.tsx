import './day-field.css';

/** A labelled day, by the browser's own calendar. */
export function DayField({
  label,
  hint,
  value,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string;
  /** A UTC day, or empty. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}) {
  return (
    <label className="day-field">
      {label}
      <input className="field-input" onChange={({ target }) => onChange(target.value)} type="date" value={value} />
      {hint !== undefined && <small>{hint}</small>}
    </label>
  );
}
