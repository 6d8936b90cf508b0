import { revisionText } from '../../controls/history/revision-entry.ts';
import type { RevisionStore } from '../../controls/ports.ts';
import { sha256 } from '../../kernel/sha256.ts';
import { headsOf, proofOf, type AnchorProof } from '../anchors/anchor-proof.ts';
import { anchorInBody, statementIn } from '../anchors/anchor.ts';
import type { CheckedAnchor } from '../anchors/check-anchor.ts';
import { type ChainHead, type Link, revisionRecord, type RevisionRecord } from '../chain.ts';
import { verifyChain, type ChainVerdict } from '../verify-chain.ts';
import { readEvidence, type EvidenceLinks } from './read-evidence.ts';

/** The revisions as stored now; the chain knows them by digest. */
export interface RevisionContents {
  /** SHA-256 of the content stored for a revision under a digest; undefined when nothing is stored. */
  digestOf(revision: RevisionRecord): Promise<string | undefined>;
}

/** The stored revisions, each with the digest its content has now. */
export function storedContents(revisions: RevisionStore): RevisionContents {
  return {
    async digestOf({ series, revision, digest }) {
      const content = await revisions.read({ series, revision }, digest);
      return content === undefined ? undefined : sha256(revisionText(content));
    },
  };
}

interface WrongRevision {
  readonly seq: number;
  readonly revision: number;
  readonly problem: 'changed' | 'missing';
}

/** The result of `controls verify`. */
export interface ControlsVerdict {
  readonly chain: ChainVerdict;
  readonly revisionsChecked: number;
  readonly revisionsWrong: number;
  readonly firstWrong: readonly WrongRevision[];
  readonly anchors: AnchorProof;
  /** The last link proved by something kept outside the tables; 0 for none. */
  readonly provedThrough: number;
}

export interface KeptAnchors {
  readonly checked: readonly CheckedAnchor[];
  /** The list is complete: an anchor that the chain names must be in it. */
  readonly isWhole?: boolean;
  readonly problem?: string;
}

const readsAtOnce = 20;
const wrongListedMax = 100;

/**
 * Verifies the chain from its first link to its head against heads kept elsewhere, signed ones too, and every stored
 * revision against its link. Revisions after a broken link are not checked: nothing vouches for them.
 */
export async function verifyControls(
  ports: { readonly evidence: EvidenceLinks; readonly contents: RevisionContents },
  knownHeads: readonly ChainHead[] = [],
  kept: KeptAnchors = { checked: [] },
): Promise<ControlsVerdict> {
  const { evidence, contents } = ports;
  const check = revisionCheck(contents);
  const named = namedHeads();
  const heads = [...knownHeads, ...headsOf(kept.checked)];
  // A link counts once the next is requested: only then it has been verified.
  async function* seen(): AsyncGenerator<Link> {
    for await (const link of readEvidence(evidence)) {
      yield link;
      named.add(link);
      await check.add(link);
    }
  }
  const chain = await verifyChain(seen(), heads);
  await check.settle();
  return {
    chain,
    revisionsChecked: check.checked(),
    revisionsWrong: check.wrong().length,
    firstWrong: check.wrong().slice(0, wrongListedMax),
    anchors: {
      // Where anchors could not be read, none is reported as missing.
      ...proofOf(kept.checked, kept.problem === undefined && kept.isWhole === true ? named.heads() : []),
      ...(kept.problem === undefined ? {} : { problem: kept.problem }),
    },
    provedThrough: chain.kind === 'whole' ? Math.max(0, ...heads.map(({ seq }) => seq)) : 0,
  };
}

/** The signed heads that links name: removing a stored head would need a change of the chain too. */
function namedHeads() {
  const heads = new Map<string, ChainHead>();
  let last = '';
  return {
    heads: (): readonly ChainHead[] => [...heads.values()],
    add({ body }: Link): void {
      const text = anchorInBody(body['anchor'])?.text;
      if (text !== undefined && text !== last) {
        last = text;
        const head = statementIn(text);
        if (head !== undefined) {
          heads.set(`${head.seq}:${head.hash}`, { seq: head.seq, hash: head.hash });
        }
      }
    },
  };
}

function revisionCheck(contents: RevisionContents) {
  const wrong: WrongRevision[] = [];
  let waiting: { readonly seq: number; readonly record: RevisionRecord }[] = [];
  let checked = 0;

  async function settle(): Promise<void> {
    const batch = waiting;
    waiting = [];
    const digests = await Promise.all(batch.map(async ({ record }) => contents.digestOf(record)));
    checked += batch.length;
    batch.forEach(({ seq, record: { revision, digest } }, index) => {
      const stored = digests[index];
      if (stored !== digest) {
        wrong.push({ seq, revision, problem: stored === undefined ? 'missing' : 'changed' });
      }
    });
  }

  return {
    checked: () => checked,
    wrong: (): readonly WrongRevision[] => wrong,
    settle,
    async add(link: Link): Promise<void> {
      const record = revisionRecord(link);
      if (record !== undefined) {
        waiting.push({ seq: link.seq, record });
      }
      if (waiting.length >= readsAtOnce) {
        await settle();
      }
    },
  };
}
