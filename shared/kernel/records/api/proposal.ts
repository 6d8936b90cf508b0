import type { ImpactDocument } from '../../../impact/contract.ts';
import type { ProposedEdits } from '../../../impact/proposed-edits.ts';
import { impactDocument } from '../../../impact/use-cases/impact-document.ts';
import { showImpact, type ShownImpact } from '../../../impact/use-cases/show-impact.ts';
import type { Settings } from '../../../settings/contract/settings.ts';
import type { Answer, OperationWork } from '../../api/operation.ts';
import { Problem } from '../../api/problem.ts';
import { sharedTables } from '../../api/snapshot-of.ts';
import type { OperationDocument } from '../../contract/contracts.ts';
import { sha256 } from '../../sha256.ts';

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
  const { installation, nowMs } = work;
  const { edits, settingsAfter, version, basis } = proposal;
  const known = atMs === nowMs ? await sharedTables(work) : undefined;
  const impact = await showImpact(installation, {
    edits,
    atMs,
    settings: installation.readSettings(),
    settingsAfter,
    known,
  });
  const document = impactDocument(impact) satisfies ImpactDocument;
  const { at, inputs, edits: proposed } = document;
  // Another day is another division, and other versions are other edits.
  const agreed = sha256(JSON.stringify([at.slice(0, 10), inputs, proposed, version, basis ?? null]));
  return { impact, document, agreed };
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
  if (agreed !== undefined) {
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
