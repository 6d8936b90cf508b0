/** The header by which a page takes the last figures while newer ones are made, and the API says that it gave them. */
export const figuresHeader = 'Curfew-Figures';

/** What the page says in it. */
export const lastFigures = 'last';

/** Of which moment figures are, and in about how many seconds newer ones follow. */
export interface OldFiguresNote {
  readonly at: string;
  readonly newerInSeconds: number;
}

/** `at=2026-11-28T10:02:11.000Z; newer-in=9`. `nowMs` is in Unix milliseconds, the others are spans. */
export function oldFiguresText(
  { ageMs, newerInMs }: { readonly ageMs: number; readonly newerInMs: number },
  nowMs: number,
): string {
  return `at=${new Date(nowMs - ageMs).toISOString()}; newer-in=${Math.ceil(newerInMs / 1_000)}`;
}

/** The inverse; undefined for figures that are current. */
export function oldFiguresIn(text: string | null): OldFiguresNote | undefined {
  const [, at, seconds] = /^at=([\d:.TZ-]+); newer-in=(\d+)$/u.exec(text ?? '') ?? [];
  return at === undefined ? undefined : { at, newerInSeconds: Number(seconds) };
}
