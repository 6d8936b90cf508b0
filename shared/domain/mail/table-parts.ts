/** So many rows of a table are shown in a mail. */
export const rowsMax = 20;

/** The line below a table with so many rows; empty when all are shown. */
export function rest(total: number): { readonly more?: string } {
  return total <= rowsMax ? {} : { more: `and ${total - rowsMax} more` };
}

/** A column of texts. */
export function left(title: string) {
  return { title, align: 'left' } as const;
}

/** A column of figures. */
export function right(title: string) {
  return { title, align: 'right' } as const;
}
