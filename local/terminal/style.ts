import picocolors from 'picocolors';

type Colors = ReturnType<typeof picocolors.createColors>;

/** How text is dressed for whoever reads it. */
export interface Style {
  readonly colors: Colors;
  /** Tables have lines around them; without, they are columns of text that other programs can read. */
  readonly hasBorders: boolean;
}

/** Colour and lines for a terminal that wants them; plain text for everything else. NO_COLOR is honoured. */
export function styleFor(
  { isTerminal }: { readonly isTerminal: boolean },
  env: Readonly<Record<string, string | undefined>>,
): Style {
  const wantsColor = isTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  return { colors: picocolors.createColors(wantsColor), hasBorders: isTerminal };
}
