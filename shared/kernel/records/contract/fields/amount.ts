const steps: Readonly<Record<string, number>> = { k: 1_000, K: 1_000, M: 1_000_000 };

/**
 * Parses an amount as people write and Curfew prints it: `250000`, `1,000,000`, `250k`, `1.5M`. Undefined for any other
 * text. The caller validates the number (whole, not negative).
 */
export function readAmount(text: string): number | undefined {
  const trimmed = text.trim();
  if (/^[+-]?\d+(?:\.\d+)?$/u.test(trimmed)) {
    // Kept as text when it exceeds an exact number.
    return Math.abs(Number(trimmed)) > Number.MAX_SAFE_INTEGER ? undefined : Number(trimmed);
  }
  if (/^[+-]?\d{1,3}(?:,\d{3})+$/u.test(trimmed)) {
    return Number(trimmed.replaceAll(',', ''));
  }
  const [, sign = '', whole = '', part = '', unit = ''] =
    /^([+-]?)(\d{1,12})(?:\.(\d{1,6}))?([kKM])$/u.exec(trimmed) ?? [];
  const step = steps[unit];
  if (step === undefined) {
    return undefined;
  }
  // In integers, since 1.1 * 1000 is not exact.
  const scale = 10 ** part.length;
  const value = (Number(whole) * scale + Number(part)) * (step / scale);
  return sign === '-' ? -value : value;
}

/**
 * Returns `; did you mean 12,000,000?` for an amount whose thousands are grouped by blanks, dots or apostrophes, as
 * European spreadsheets write them; empty for any other input. Such an amount is not read, because `1.500` may be 1.5.
 */
export function meantAmount(input: unknown): string {
  const [, first = '', groups = ''] =
    (typeof input === 'string' && /^(\d{1,3})((?:[\s.'’]\d{3})+)$/u.exec(input.trim())) || [];
  return groups === '' ? '' : `; did you mean ${first}${groups.replaceAll(/[\s.'’]/gu, ',')}?`;
}
