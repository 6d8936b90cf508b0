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
  readonly origin: ExportOrigin;
  /** What reading the whole chain showed at that moment. */
  readonly verdict: ChainVerdict;
  /** Every content of a revision that is known, in the order of the chain; those that it does not have come last. */
  readonly steps: readonly EvidencedStep[];
  /** The chain but for heartbeats far from the period: see `exportedPart`. */
  readonly links: readonly Link[];
  /** The settings of the period, and those before it. */
  readonly contents: readonly RevisionContent[];
}

/** Where an export comes from, as the installation that made it says: the chain does not. */
export interface ExportOrigin {
  readonly organization: string;
  /** The host of the platform; empty where it is not known. */
  readonly platform: string;
  readonly exportedBy: string;
  /** Emails or ids of those who may change the controls, as the settings are now. */
  readonly approvedChangers: readonly string[];
}

/** What a revision says: the text of which its digest is made, with marks in the place of secrets. */
export interface RevisionContent {
  readonly digest: string;
  /** Canonical JSON. */
  readonly text: string;
}
