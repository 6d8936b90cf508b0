import { type Link, revisionRecord, revisionKey } from '../../domain/controls/evidence/chain.ts';
import { evidenceExport, type ExportFile } from '../../domain/controls/evidence/evidence-export.ts';
import {
  touchesControl,
  type ChainPlace,
  type EvidencedStep,
  type PlacedStep,
} from '../../domain/controls/evidence/evidence-record.ts';
import { verifyChain, type ChainVerdict } from '../../domain/controls/evidence/verify-chain.ts';
import { dayOf, type DayRange } from '../../domain/time/day.ts';
import { readEvidence, type EvidenceLinks } from './read-evidence.ts';

/** The changes of the controls, found anew in the stored revisions. */
export interface StepSource {
  /** The steps whose revisions the platform dates on a day of the period, in UTC; ascending. */
  steps(period: DayRange): AsyncIterable<EvidencedStep>;
}

export interface ExportPorts {
  readonly evidence: EvidenceLinks;
  readonly changes: StepSource;
}

export interface ExportOrder {
  readonly period: DayRange;
  /** Only changes that touch one of these controls (`CC6` stands for all of its parts); all when there is none. */
  readonly controlIds: readonly string[];
  /** ISO instant as of which it is made. */
  readonly exportedAt: string;
}

export interface ControlsExport {
  readonly files: readonly ExportFile[];
  readonly verdict: ChainVerdict;
  readonly changes: number;
  readonly links: number;
}

/** The period holds more than an export can hold. */
export class ExportTooLargeError extends Error {
  override readonly name = 'ExportTooLargeError';
}

const linksMax = 500_000;
const changesMax = 100_000;

/**
 * The evidence of a period as files. The chain is proved on the way, and the files say what came out: a broken chain
 * is exported too, and called broken. Throws ExportTooLargeError when the period is too long for one export.
 */
export async function exportControls(ports: ExportPorts, order: ExportOrder): Promise<ControlsExport> {
  const { period, controlIds, exportedAt } = order;
  const { evidence, changes: source } = ports;
  const steps = await wantedSteps(source, order);
  const verdict = await verifyChain(readEvidence(evidence));
  const links = await readPart(evidence, period, new Set(steps.map(revisionKey)));
  const places = placesIn(links);
  const placed = steps.map((step): PlacedStep => ({ ...step, place: places.get(revisionKey(step)) }));
  const record = { period, controlIds, exportedAt, verdict, steps: placed, links };
  const changes = placed.reduce((sum, step) => sum + step.changes.length, 0);
  return { files: evidenceExport(record), verdict, changes, links: links.length };
}

async function wantedSteps(source: StepSource, { period, controlIds }: ExportOrder): Promise<readonly EvidencedStep[]> {
  const wanted: EvidencedStep[] = [];
  let count = 0;
  for await (const step of source.steps(period)) {
    const changes = step.changes.filter((change) => touchesControl(change, controlIds));
    count += changes.length;
    refuseBeyond(count, changesMax, 'changes');
    if (changes.length > 0) {
      wanted.push({ ...step, changes });
    }
  }
  return wanted;
}

/** From the first to the last link that was recorded in the period or that a step has; undefined when there is none. */
async function neededRange(
  evidence: EvidenceLinks,
  period: DayRange,
  keys: ReadonlySet<string>,
): Promise<{ readonly first: number; readonly last: number } | undefined> {
  let range: { readonly first: number; readonly last: number } | undefined;
  for await (const link of readEvidence(evidence)) {
    if (isRecordedIn(period, link) || isOf(keys, link)) {
      range = { first: range?.first ?? link.seq, last: link.seq };
    }
  }
  return range;
}

/** One unbroken part of the chain, so that whoever has the export can follow its hashes. */
async function readPart(
  evidence: EvidenceLinks,
  period: DayRange,
  keys: ReadonlySet<string>,
): Promise<readonly Link[]> {
  const range = await neededRange(evidence, period, keys);
  const links: Link[] = [];
  if (range === undefined) {
    return links;
  }
  for await (const link of readEvidence(evidence, range.first)) {
    if (link.seq > range.last) {
      break;
    }
    links.push(link);
    refuseBeyond(links.length, linksMax, 'links');
  }
  return links;
}

function isRecordedIn({ from, through }: DayRange, { at }: Link): boolean {
  const day = dayOf(Date.parse(at));
  return from <= day && day <= through;
}

function isOf(keys: ReadonlySet<string>, link: Link): boolean {
  const record = revisionRecord(link);
  return record !== undefined && keys.has(revisionKey(record));
}

function placesIn(links: readonly Link[]): ReadonlyMap<string, ChainPlace> {
  return new Map(
    links.flatMap((link) => {
      const record = revisionRecord(link);
      const { seq, hash, at: recordedAt } = link;
      return record === undefined
        ? []
        : [[revisionKey(record), { seq, hash, recordedAt, seenAt: record.seenAt }] as const];
    }),
  );
}

function refuseBeyond(count: number, max: number, what: string): void {
  if (count > max) {
    throw new ExportTooLargeError(`the period holds more than ${max} ${what}; export a shorter one`);
  }
}
