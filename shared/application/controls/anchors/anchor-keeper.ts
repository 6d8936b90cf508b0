import { anchorText, type Anchor, type AnchorStatement } from '../../../domain/controls/evidence/anchors/anchor.ts';
import type { EvidenceFault, Unanchored } from '../../../domain/controls/evidence/anchors/observe-anchors.ts';
import type { RevisionRecord, Link } from '../../../domain/controls/evidence/chain.ts';
import { latestVersion } from '../../../domain/controls/history/revision-entry.ts';
import type { WatchState } from '../../../domain/controls/history/watch-state.ts';
import type { Clock } from '../../runs/ports.ts';
import type { RevisionStore } from '../ports.ts';
import { compareAnchors, problemOf, type Compared, type ComparePorts, type Kept } from './compare-anchors.ts';

interface AnchorPorts extends ComparePorts {
  readonly clock: Clock;
}

/** What one run knows of the signed heads, and signs. Nothing here stops a run: failures are reported. */
export interface AnchorKeeper {
  /** What is wrong with the evidence or its anchors; compared once a run, before anything is signed. */
  faults(): Promise<readonly EvidenceFault[]>;
  /** The newest link when that was compared. */
  head(): Promise<Link | undefined>;
  /**
   * Signs the newest link and keeps it, unless that is done. Undefined when it cannot be, and while a fault is to be
   * reported first: the signed head that shows it stays the newest until then.
   */
  anchor(settings: RevisionRecord | undefined): Promise<Anchor | undefined>;
  /**
   * The same at the end of a run whose faults are reported: where links are new that are no heartbeats, or after three
   * hours. `isUntouched`: this run has added no link.
   */
  anchorIfDue(settings: RevisionRecord | undefined, isUntouched?: boolean): Promise<void>;
  /** The newest signed head, as far as it is known. */
  newest(): Anchor | undefined;
  /** Why the evidence is not anchored, when that has lasted. */
  unanchored(): Promise<Unanchored | undefined>;
}

const hourMs = 3_600_000;
/** A chain that only heartbeats were added to is signed this often: whoever verifies reads every signed head there is. */
const heartbeatsSignedEveryMs = 3 * hourMs;
/** So old may the newest signed head be before somebody hears that it fails: a single failure is no news. */
const reportedAfterMs = 4 * hourMs;
const linksSinceMax = 100;

/** Begins with nothing read. One keeper serves one run. */
export function anchorKeeper(ports: AnchorPorts): AnchorKeeper {
  const { clock, evidence } = ports;
  let compared: Promise<Compared> | undefined;
  let newest: Kept | undefined;
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

interface Before {
  readonly settings: RevisionRecord | undefined;
  readonly newest: Kept | undefined;
}

async function signHead(
  { clock, signer, anchors }: AnchorPorts,
  { seq, hash }: Link,
  { settings, newest }: Before,
): Promise<Kept> {
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

/** The revision handled last, as an anchor names it. */
export async function settingsToAnchor(
  { revisions }: { readonly revisions: Pick<RevisionStore, 'find'> },
  { series, handled }: Pick<WatchState, 'series' | 'handled'>,
): Promise<RevisionRecord | undefined> {
  const [entry] = handled === undefined ? [] : await revisions.find(series, [handled.through]);
  return entry === undefined ? undefined : { series, revision: entry.revision, digest: latestVersion(entry).digest };
}
