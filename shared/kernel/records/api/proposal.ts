import { readSnapshotVersion } from '../../../explanation/use-cases/snapshots/share-snapshots.ts';
import type { ImpactDocument } from '../../../impact/contract.ts';
import type { ProposedEdits } from '../../../impact/proposed-edits.ts';
import { editDocuments, impactDocument } from '../../../impact/use-cases/impact-document.ts';
import { showImpact, type ShownImpact } from '../../../impact/use-cases/show-impact.ts';
import type { Settings } from '../../../settings/contract/settings.ts';
import type { Answer, OperationWork } from '../../api/operation.ts';
import { Problem } from '../../api/problem.ts';
import { sharedTables, snapshotPorts } from '../../api/snapshot-of.ts';
import type { OperationDocument } from '../../contract/contracts.ts';
import { sha256 } from '../../sha256.ts';
import { type Day, dayOf } from '../../time/day.ts';

/** An edit before it is made: what it changes, what is shown of it beside its impact, and how it is made. */
export interface Proposal<Document> {
  readonly edits: ProposedEdits;
  /** The settings as they will be, where they are what is edited. */
  readonly settingsAfter?: Settings;
  /** There is something to change. */
  readonly isEdit: boolean;
  /** The version of the record as it stands; `absent` of one that is not there. */
  readonly version: string;
  /** What the edits are made on beside the inputs of a plan: versions of many records. */
  readonly basis?: unknown;
  /** What the document has beside the impact. */
  readonly shown?: Pick<OperationDocument<'showImpact'>, 'plan' | 'exactly' | 'topUp' | 'setting'>;
  readonly make: () => Promise<Answer<Document>>;
}

/** An edit of what is there, or is not: its caller says which version they saw. */
export interface SeenProposal<Document> extends Proposal<Document> {
  /** What is edited, for people. */
  readonly title: string;
}

/** The impact of a proposal, and what whoever agrees to it gives to the edit. */
interface LookedAt {
  readonly impact: ShownImpact;
  readonly document: ImpactDocument;
  readonly agreed: string;
}

/** Looks what a proposal would do, as of a moment (Unix milliseconds; now unless given). Nothing is changed. */
export async function lookAt(work: OperationWork, proposal: Proposal<unknown>, atMs = work.nowMs): Promise<LookedAt> {
  const { installation, nowMs, seenInputs } = work;
  const { edits, settingsAfter } = proposal;
  const isNow = atMs === nowMs;
  const before = isNow && seenInputs !== undefined ? await inputsVersion(work) : undefined;
  const known = isNow ? await sharedTables(work) : undefined;
  const impact = await showImpact(installation, {
    edits,
    atMs,
    settings: installation.readSettings(),
    settingsAfter,
    known,
  });
  const document = impactDocument(impact) satisfies ImpactDocument;
  const { inputs } = document;
  const agreed = agreedOf(proposal, dayOf(atMs), inputs);
  if (before !== undefined && before === (await inputsVersion(work))) {
    seenInputs?.set(`${before} ${agreed}`, inputs);
  }
  return { impact, document, agreed };
}

/** Another day is another division, and other versions are other edits. */
function agreedOf({ edits, version, basis }: Proposal<unknown>, day: Day, inputs: string): string {
  return sha256(JSON.stringify([day, inputs, editDocuments(edits), version, basis ?? null]));
}

/** What the inputs of a plan follow from now, in short; undefined while a run may be writing them. */
async function inputsVersion(work: OperationWork): Promise<string | undefined> {
  const { text, isSettled } = await readSnapshotVersion(snapshotPorts(work), work.nowMs);
  return isSettled ? sha256(JSON.stringify([text, work.installation.readSettings()])) : undefined;
}

/** Whether a proposal is what somebody agreed to, known without looking at its impact again: its inputs are the same. */
async function isAgreedAsSeen(
  work: OperationWork,
  proposal: Proposal<unknown>,
  { agreed, atMs }: { readonly agreed: string; readonly atMs: number },
): Promise<boolean> {
  const version = work.seenInputs === undefined ? undefined : await inputsVersion(work);
  const inputs = version === undefined ? undefined : work.seenInputs?.get(`${version} ${agreed}`);
  return inputs !== undefined && agreed === agreedOf(proposal, dayOf(atMs), inputs);
}

/** What somebody agreed to, and as of when they saw it. */
export interface AgreedTerms {
  readonly agreed?: string;
  /** Unix milliseconds. */
  readonly at?: number;
}

/** Makes a proposal: exactly as it was agreed to, or not at all. Raises Problem. */
export async function makeAgreed<Document>(
  work: OperationWork,
  proposal: Proposal<Document>,
  { agreed, at }: AgreedTerms,
): Promise<Answer<Document>> {
  if (agreed !== undefined && !(await isAgreedAsSeen(work, proposal, { agreed, atMs: at ?? work.nowMs }))) {
    const now = await lookAt(work, proposal, at);
    if (now.agreed !== agreed) {
      throw new Problem(
        'conflict',
        'Something has changed since the impact was shown, and nothing was done; look at the impact again',
      );
    }
  }
  return proposal.make();
}

/** Makes an edit of the version that the caller saw, exactly as it was agreed to. Raises Problem. */
export async function makeSeen<Document>(
  work: OperationWork,
  proposal: SeenProposal<Document>,
  terms: AgreedTerms = {},
): Promise<Answer<Document>> {
  if (work.seen === undefined) {
    throw new Problem(
      'version-missing',
      `Say which version of ${proposal.title} is edited: If-Match with the ETag that showing it gives, or If-None-Match: * where there is none yet`,
    );
  }
  return makeUnmoved(work, proposal, terms);
}

/** The same where an edit may leave out what it saw: what is ended is ended, whichever version somebody looked at. */
export async function makeUnmoved<Document>(
  work: OperationWork,
  proposal: SeenProposal<Document>,
  terms: AgreedTerms,
): Promise<Answer<Document>> {
  if (work.seen !== undefined && work.seen !== proposal.version) {
    throw staleProblem(proposal.title);
  }
  return makeAgreed(work, proposal, terms);
}

/** Somebody else changed what is edited since it was seen. */
export function staleProblem(title: string): Problem {
  return new Problem('stale', `${title} was changed meanwhile and was left alone; look and try again`);
}
