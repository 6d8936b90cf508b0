import type { DayRange } from '../kernel/time/day.ts';
import type { Link } from './chain.ts';
import type { EvidencedStep } from './evidenced-step.ts';
import type { EvidenceFilter } from './export/evidence-filter.ts';
import type { ChainVerdict } from './verify-chain.ts';

export interface EvidenceRecord {
  readonly period: DayRange;
  readonly filter: EvidenceFilter;
  readonly exportedAt: string;
  readonly origin: ExportOrigin;
  readonly verdict: ChainVerdict;
  /** Every known content of a revision, in the order of the chain; those not in the chain come last. */
  readonly steps: readonly EvidencedStep[];
  readonly links: readonly Link[];
  readonly contents: readonly RevisionContent[];
}

export interface ExportOrigin {
  readonly organization: string;
  readonly platform: string;
  readonly exportedBy: string;
  readonly approvedChangers: readonly string[];
}

/** A revision's content: the digested text, with marks instead of secrets. */
export interface RevisionContent {
  readonly digest: string;
  readonly text: string;
}
