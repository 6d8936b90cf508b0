import './day-field.css';

/** A labelled day, by the browser's own calendar. */
export function DayField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  /** A UTC day, or empty. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}) {
  return (
    <label className="day-field">
      {label}
      <input className="field-input" onChange={({ target }) => onChange(target.value)} type="date" value={value} />
    </label>
  );
}
