import picocolors from 'picocolors';

export interface Style {
  readonly colors: ReturnType<typeof picocolors.createColors>;
  /** Tables have lines around them; without, they are columns of text that other programs can read. */
  readonly hasBorders: boolean;
  /** The width of the terminal, which no line of a table exceeds; absent where there is no such limit. */
  readonly columns?: number;
  /** Every row of a long list is wanted. */
  readonly allRows?: boolean;
}

/**
 * Colour and lines for a terminal that wants them; plain text for everything else, whatever CI or FORCE_COLOR say.
 * NO_COLOR is honoured. `isTerminal`: as Node has it, undefined for what is none.
 */
export function styleFor(
  terminal: { readonly isTerminal: boolean | undefined; readonly columns?: number | undefined },
  env: Readonly<Record<string, string | undefined>>,
): Style {
  const { isTerminal = false, columns } = terminal;
  const wantsColor = isTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  return {
    colors: picocolors.createColors(wantsColor),
    hasBorders: isTerminal,
    columns: isTerminal && columns !== undefined && columns > 0 ? columns : undefined,
  };
}
