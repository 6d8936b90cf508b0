import type { DayRange } from '../../time/day.ts';
import type { ControlChange } from '../control-change.ts';
import type { Actor } from '../revision.ts';
import type { Link } from './chain.ts';
import type { ChainVerdict } from './verify-chain.ts';

/** One step from a revision to the next: what was changed, by whom, when. */
export interface EvidencedStep {
  readonly series: number;
  readonly revision: number;
  /** Absent for the first revision there is. */
  readonly previous?: { readonly series: number; readonly revision: number };
  readonly actor: Actor;
  /** ISO instant, as the platform reports it. */
  readonly updatedAt: string;
  readonly changes: readonly ControlChange[];
  /** SHA-256 of the revision's content, as recorded in the chain. */
  readonly digest: string;
}

/** The place of a step in the chain. */
export interface ChainPlace extends Pick<Link, 'seq' | 'hash'> {
  /** ISO instant at which the link was made. */
  readonly recordedAt: string;
  /** ISO instant as of which a run first saw the revision. */
  readonly seenAt: string | undefined;
}

/** A step with its place in the chain; undefined when the chain does not have it. */
export type PlacedStep = EvidencedStep & { readonly place: ChainPlace | undefined };

/** All that an export is made of. */
export interface EvidenceRecord {
  /** Days in UTC on which the changes were made. */
  readonly period: DayRange;
  /** Only changes that touch one of these controls; all when there is none. */
  readonly controlIds: readonly string[];
  /** ISO instant. */
  readonly exportedAt: string;
  /** What reading the whole chain showed at that moment. */
  readonly verdict: ChainVerdict;
  /** Ascending. */
  readonly steps: readonly PlacedStep[];
  /** An unbroken part of the chain: all that was recorded in the period, and every link that a step has. */
  readonly links: readonly Link[];
}

/** Whether a change touches a control: `CC6` means `CC6.1`, `CC6.2` and so on. */
export function touchesControl({ controlIds }: ControlChange, wanted: readonly string[]): boolean {
  return (
    wanted.length === 0 ||
    wanted.some((id) => {
      const lower = id.trim().toLowerCase();
      return controlIds.some((it) => it.toLowerCase() === lower || it.toLowerCase().startsWith(`${lower}.`));
    })
  );
}
