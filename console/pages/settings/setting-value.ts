/** What a value reads as; what is not said reads as `not set`. */
export function valueText(value: unknown): string {
  return value === null || value === undefined ? 'not set' : typeof value === 'string' ? value : JSON.stringify(value);
}

/** The same in a field: strings without quotes, unless they would read as something else. */
export function draftText(value: unknown): string {
  if (typeof value !== 'string') {
    return value === null || value === undefined ? '' : JSON.stringify(value);
  }
  return typeof valueIn(value) === 'string' ? value : JSON.stringify(value);
}

/** What a field says: JSON where it is JSON, and text otherwise; nothing takes the setting out of the file. */
export function valueIn(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') {
    return null;
  }
  try {
    return JSON.parse(trimmed);
  } catch {
    return trimmed;
  }
}
