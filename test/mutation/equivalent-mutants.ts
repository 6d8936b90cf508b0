/** Mutants of one file that no test can find, since they do what the code does. */
export interface EquivalentMutants {
  readonly file: string;
  readonly why: string;
  /** The code and what becomes of it, as the list of survivors prints them; spaces do not count. */
  readonly mutants: readonly (readonly [was: string, becomes: string])[];
}

/** The score leaves these out. One that a test kills after all, or that is no longer there, is told: take it out. */
export const equivalentMutants: readonly EquivalentMutants[] = [
  {
    file: 'shared/domain/ledger/trust-gate.ts',
    why: 'Nothing is less than a share of undefined.',
    mutants: [['trustedTotal !== undefined', 'true']],
  },
  {
    file: 'shared/domain/ledger/daily-use.ts',
    why: 'A piece of memory of their own for everybody is slower, and holds the same.',
    mutants: [['place === 0', 'true']],
  },
];
