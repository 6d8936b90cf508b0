/**
 * How what an element reaches stands to what another one, before it, reached. `overlapping` is also said of what
 * cannot be told, such as an address range that is none.
 */
export type Coverage = 'equal' | 'wider' | 'narrower' | 'overlapping' | 'apart';

/** The same relation seen from the other element. */
export function reversed(coverage: Coverage): Coverage {
  switch (coverage) {
    case 'wider':
      return 'narrower';
    case 'narrower':
      return 'wider';
    case 'equal':
    case 'overlapping':
    case 'apart':
      return coverage;
  }
}
