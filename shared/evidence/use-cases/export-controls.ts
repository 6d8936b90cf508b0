import type { RevisionSource, StepMeaning, StoredContent } from '../../controls/use-cases/evaluated-revisions.ts';
import type { DayRange } from '../../kernel/time/day.ts';
import { revisionKey, type Link } from '../chain.ts';
import type { EvidenceRecord, ExportOrigin, RevisionContent } from '../evidence-record.ts';
import { isMadeIn, recordedSteps, type EvidencedStep, type RecordedStep } from '../evidenced-step.ts';
import { evidenceExport, type ExportFile } from '../export/evidence-export.ts';
import type { EvidenceFilter } from '../export/evidence-filter.ts';
import { partChooser, partFinder, type GaplessPart } from '../export/exported-part.ts';
import { ocsfExport } from '../export/ocsf-findings.ts';
import { inForceIn } from '../export/report-rows.ts';
import { recordedChange } from '../recorded-change.ts';
import { verifyChain, type ChainVerdict } from '../verify-chain.ts';
import { readEvidence, type EvidenceLinks } from './read-evidence.ts';

export interface ExportOrder {
  readonly period: DayRange;
  readonly filter: EvidenceFilter;
  readonly exportedAt: string;
  readonly origin: ExportOrigin;
  readonly added?: readonly ExportFile[];
  /** `ocsf`: the loosenings alone, as findings for security tools. */
  readonly format?: 'files' | 'ocsf' | undefined;
}

export class ExportTooLargeError extends Error {
  override readonly name = 'ExportTooLargeError';
}

const linksMax = 500_000;
const changesMax = 100_000;
const contentCharsMax = 200_000_000;

/**
 * Exports a period's evidence as files, or its loosenings as one file of findings. Verifies the chain on the way and says the result in the files: a broken chain
 * is exported too, and called broken. Throws ExportTooLargeError when the period is too long for one export.
 */
export async function exportControls(
  ports: { readonly evidence: EvidenceLinks; readonly revisions: RevisionSource },
  order: ExportOrder,
) {
  const { period, filter, exportedAt, origin, added = [], format = 'files' } = order;
  const { verdict, part } = await proveAll(ports.evidence, period);
  const links = await readPart(ports.evidence, part);
  const steps = await stepsOf(ports.revisions, period, recordedSteps(links));
  const contents = await contentsOf(ports.revisions, inForceIn(steps, period));
  const record: EvidenceRecord = { period, filter, exportedAt, origin, verdict, steps, links, contents };
  const { files, changes } = format === 'ocsf' ? ocsfExport(record) : evidenceExport(record, added);
  return { files, verdict, changes, links: links.length, revisions: contents.length };
}

async function proveAll(
  evidence: EvidenceLinks,
  period: DayRange,
): Promise<{ readonly verdict: ChainVerdict; readonly part: GaplessPart }> {
  const finder = partFinder(period);
  async function* seen(): AsyncGenerator<Link> {
    for await (const link of readEvidence(evidence)) {
      finder.see(link);
      yield link;
    }
  }
  const verdict = await verifyChain(seen());
  // What follows a broken link is exported as well.
  if (verdict.kind === 'broken') {
    for await (const link of readEvidence(evidence)) {
      finder.see(link);
    }
  }
  return { verdict, part: finder.part };
}

/** The chain without the heartbeats that the period does not need. */
async function readPart(evidence: EvidenceLinks, part: GaplessPart): Promise<readonly Link[]> {
  const chooser = partChooser(part);
  const links: Link[] = [];
  for await (const link of readEvidence(evidence)) {
    links.push(...chooser.take(link));
    refuseBeyond(links.length, linksMax, 'links');
  }
  return [...links, ...chooser.end()];
}

/** The steps by the chain; the stored revisions fill in what the chain lacks. */
async function stepsOf(
  source: RevisionSource,
  period: DayRange,
  recorded: readonly RecordedStep[],
): Promise<readonly EvidencedStep[]> {
  // What was loosened in the period may have been restored after it.
  const stored = new Map<string, StoredContent>();
  for await (const content of source.steps({ from: period.from, through: '9999-12-31' })) {
    stored.set(revisionKey(content), content);
  }
  const steps: EvidencedStep[] = [];
  let count = 0;
  const add = (step: EvidencedStep): void => {
    count += isMadeIn(period, step) ? step.changes.length : 0;
    refuseBeyond(count, changesMax, 'changes');
    steps.push(step);
  };
  for (const step of recorded) {
    const content = stored.get(revisionKey(step));
    stored.delete(revisionKey(step));
    const { changes } = step;
    add(changes === undefined ? await judgedNow(step, content) : { ...step, changes, judged: 'recorded' });
  }
  for (const content of stored.values()) {
    add(unrecorded(await content.judge()));
  }
  return steps;
}

async function judgedNow(step: RecordedStep, content: StoredContent | undefined): Promise<EvidencedStep> {
  const meaning = await content?.judge();
  const changes = (meaning?.changes ?? []).map(recordedChange);
  const previous = step.previous ?? meaning?.previous;
  return {
    ...step,
    ...(previous === undefined ? {} : { previous }),
    isStart: step.isStart || (meaning !== undefined && meaning.previous === undefined),
    changes,
    judged: 'on-export',
  };
}

function unrecorded(meaning: StepMeaning): EvidencedStep {
  const { series, revision, digest, previous, actor, updatedAt, seenAt, changes } = meaning;
  return {
    series,
    revision,
    digest,
    previous,
    actor,
    updatedAt,
    seenAt,
    isRewritten: false,
    isStart: previous === undefined,
    changes: changes.map(recordedChange),
    judged: 'on-export',
  };
}

async function contentsOf(
  source: RevisionSource,
  steps: readonly EvidencedStep[],
): Promise<readonly RevisionContent[]> {
  const contents = new Map<string, RevisionContent>();
  let chars = 0;
  for (const step of steps) {
    for (const { series, revision, digest } of [step.previous ?? step, step]) {
      if (digest === undefined || contents.has(digest)) {
        continue;
      }
      const text = await source.textOf({ series, revision, digest });
      if (text !== undefined) {
        contents.set(digest, { digest, text });
        chars += text.length;
        refuseBeyond(chars, contentCharsMax, 'characters of settings');
      }
    }
  }
  return [...contents.values()];
}

function refuseBeyond(count: number, max: number, what: string): void {
  if (count > max) {
    throw new ExportTooLargeError(`the period holds more than ${max} ${what}; export a shorter one`);
  }
}
