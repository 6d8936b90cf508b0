import type { DayRange } from '../../time/day.ts';
import type { Link } from './chain.ts';
import type { EvidencedStep } from './evidenced-step.ts';
import type { EvidenceFilter } from './export/evidence-filter.ts';
import type { ChainVerdict } from './verify-chain.ts';

/** All that an export is made of. */
export interface EvidenceRecord {
  /** Days in UTC on which the changes were made. */
  readonly period: DayRange;
  readonly filter: EvidenceFilter;
  /** ISO instant. */
  readonly exportedAt: string;
  /** What reading the whole chain showed at that moment. */
  readonly verdict: ChainVerdict;
  /** Every content of a revision that is known, in the order of the chain; those that it does not have come last. */
  readonly steps: readonly EvidencedStep[];
  /** The chain but for heartbeats far from the period: see `exportedPart`. */
  readonly links: readonly Link[];
  /** The settings of the period, and those before it. */
  readonly contents: readonly RevisionContent[];
}

/** What a revision says: the text of which its digest is made, with marks in the place of secrets. */
export interface RevisionContent {
  readonly digest: string;
  /** Canonical JSON. */
  readonly text: string;
}
