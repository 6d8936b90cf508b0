import { latestVersion } from '../../../controls/history/revision-entry.ts';
import type { WatchState } from '../../../controls/history/watch-state.ts';
import type { RevisionStore } from '../../../controls/ports.ts';
import type { Clock } from '../../../kernel/runs/ports.ts';
import { anchorText, type Anchor, type AnchorStatement } from '../../anchors/anchor.ts';
import type { EvidenceFault, Unanchored } from '../../anchors/observe-anchors.ts';
import type { RevisionRecord, Link } from '../../chain.ts';
import { compareAnchors, problemOf, type Compared, type ComparePorts, type StoredAnchor } from './compare-anchors.ts';

interface AnchorPorts extends ComparePorts {
  readonly clock: Clock;
}

/** The signed heads one run has read, and signing. Failures are reported and never stop a run. */
export interface AnchorKeeper {
  /** Faults of the evidence or its anchors. They are compared once a run, before anything is signed. */
  faults(): Promise<readonly EvidenceFault[]>;
  head(): Promise<Link | undefined>;
  /**
   * Signs and stores the newest link unless that is done. Returns undefined when it cannot, and while a fault is still
   * to be reported: until then the signed head that shows the fault must stay the newest.
   */
  anchor(settings: RevisionRecord | undefined): Promise<Anchor | undefined>;
  /**
   * Signs at the end of a run whose faults are reported: when there are new links other than heartbeats, or after three
   * hours. `isUntouched`: this run added no link.
   */
  anchorIfDue(settings: RevisionRecord | undefined, isUntouched?: boolean): Promise<void>;
  newest(): Anchor | undefined;
  /** Why the evidence is not anchored, once that has lasted. */
  unanchored(): Promise<Unanchored | undefined>;
}

const hourMs = 3_600_000;
/** How often a chain of heartbeats alone is signed: a verifier reads every signed head. */
const heartbeatsSignedEveryMs = 3 * hourMs;
/** Age of the newest signed head after which a signing failure is reported: a single failure is not. */
const reportedAfterMs = 4 * hourMs;
const linksSinceMax = 100;

/** One keeper serves one run and starts with nothing read. */
export function anchorKeeper(ports: AnchorPorts): AnchorKeeper {
  const { clock, evidence } = ports;
  let compared: Promise<Compared> | undefined;
  let newest: StoredAnchor | undefined;
  let problem: string | undefined;

  async function compareOnce(): Promise<Compared> {
    compared ??= compareAnchors(ports);
    const result = await compared;
    problem ??= result.problem;
    newest ??= result.newest;
    return result;
  }

  async function sign(settings: RevisionRecord | undefined, known?: Link): Promise<Anchor | undefined> {
    const head = known ?? (await evidence.head());
    if (head === undefined || problem !== undefined) {
      return undefined;
    }
    try {
      newest = newest?.statement.hash === head.hash ? newest : await signHead(ports, head, { settings, newest });
      return newest.anchor;
    } catch (error) {
      problem = problemOf(error);
      return undefined;
    }
  }

  return {
    faults: async () => (await compareOnce()).faults,
    head: async () => (await compareOnce()).head,
    async anchor(settings) {
      return (await compareOnce()).faults.length > 0 ? undefined : sign(settings);
    },
    async anchorIfDue(settings, isUntouched = false) {
      const { since, head } = await compareOnce();
      const known = isUntouched ? since : undefined;
      if (await isDue({ evidence, known }, newest?.statement, clock.now())) {
        await sign(settings, known && head);
      }
    },
    newest: () => newest?.anchor,
    async unanchored() {
      const { named, firstAt } = await compareOnce();
      const since = newest?.statement.at ?? named?.at ?? firstAt;
      const hasLasted = since !== undefined && clock.now() - Date.parse(since) >= reportedAfterMs;
      return problem === undefined || !hasLasted ? undefined : { problem, since };
    },
  };
}

async function signHead(
  { clock, signer, anchors }: AnchorPorts,
  { seq, hash }: Link,
  { settings, newest }: { readonly settings: RevisionRecord | undefined; readonly newest: StoredAnchor | undefined },
): Promise<StoredAnchor> {
  const { organization, key } = await signer.identity();
  const previous = newest?.statement;
  const statement: AnchorStatement = {
    organization,
    seq,
    hash,
    at: new Date(clock.now()).toISOString(),
    ...(settings === undefined ? {} : { settings }),
    ...(previous === undefined ? {} : { previous: { seq: previous.seq, hash: previous.hash } }),
  };
  const text = anchorText(statement);
  const anchor: Anchor = { text, signature: await signer.sign(text), key: key.fingerprint };
  await anchors.put(anchor);
  return { anchor, statement };
}

async function isDue(
  { evidence, known }: Pick<ComparePorts, 'evidence'> & { readonly known: readonly Link[] | undefined },
  newest: AnchorStatement | undefined,
  nowMs: number,
): Promise<boolean> {
  if (newest === undefined || nowMs - Date.parse(newest.at) >= heartbeatsSignedEveryMs) {
    return true;
  }
  const since = known ?? (await evidence.list(newest.seq + 1, linksSinceMax));
  return since.length === linksSinceMax || since.some(({ kind }) => kind !== 'run');
}

/** The revision handled last, in the form an anchor names it. */
export async function settingsToAnchor(
  { revisions }: { readonly revisions: RevisionStore },
  { series, handled }: WatchState,
): Promise<RevisionRecord | undefined> {
  const [entry] = handled === undefined ? [] : await revisions.find(series, [handled.through]);
  return entry === undefined ? undefined : { series, revision: entry.revision, digest: latestVersion(entry).digest };
}
