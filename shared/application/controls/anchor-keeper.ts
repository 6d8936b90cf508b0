import {
  anchorInBody,
  anchorText,
  statementIn,
  type Anchor,
  type AnchoredSettings,
  type AnchorStatement,
} from '../../domain/controls/evidence/anchor.ts';
import type { Link } from '../../domain/controls/evidence/chain.ts';
import {
  checkAnchor,
  isValidAnchor,
  type AnchorKey,
  type CheckedAnchor,
  type ValidAnchor,
} from '../../domain/controls/evidence/check-anchor.ts';
import type { EvidenceFault, Unanchored } from '../../domain/controls/evidence/observe-anchors.ts';
import type { Clock } from '../runs/ports.ts';
import { AnchoringError, type Anchoring } from './anchor-ports.ts';
import type { EvidenceChain } from './ports.ts';

export interface AnchorPorts extends Pick<Anchoring, 'signer' | 'anchors'> {
  readonly clock: Clock;
  readonly evidence: Pick<EvidenceChain, 'head' | 'list'>;
}

/** What one run knows of the signed heads, and signs. Nothing here stops a run: what fails is told. */
export interface AnchorKeeper {
  /** What is wrong with the evidence or its anchors; compared once a run, before anything is signed. */
  faults(): Promise<readonly EvidenceFault[]>;
  /**
   * Signs the newest link and keeps it, unless that is done. Undefined when it cannot be, and while a fault is to be
   * told first: the signed head that shows it stays the newest until then.
   */
  anchor(settings: AnchoredSettings | undefined): Promise<Anchor | undefined>;
  /** The same at the end of a run whose faults are told: where links are new that are no heartbeats, or after an hour. */
  anchorIfDue(settings: AnchoredSettings | undefined): Promise<void>;
  /** The newest signed head, as far as it is known. */
  newest(): Anchor | undefined;
  /** Why the evidence is not anchored, when that has lasted. */
  unanchored(): Promise<Unanchored | undefined>;
}

/** A chain that only heartbeats were added to is signed this often. */
const heartbeatsSignedEveryMs = 60 * 60_000;
/** So long may it fail before somebody hears of it. */
const toldAfterMs = 2 * 60 * 60_000;
/** Of the newest anchors so many are looked at: one that somebody planted must not hide the real one. */
const newestMax = 10;
const linksSinceMax = 100;

/** Begins with nothing read. One keeper serves one run. */
export function anchorKeeper({ clock, evidence, signer, anchors }: AnchorPorts): AnchorKeeper {
  let compared: Promise<Compared> | undefined;
  let newest: Kept | undefined;
  let problem: string | undefined;

  async function compareOnce(): Promise<Compared> {
    compared ??= compare({ evidence, signer, anchors });
    const result = await compared;
    problem ??= result.problem;
    newest ??= result.newest;
    return result;
  }

  async function sign(head: Link, settings: AnchoredSettings | undefined): Promise<Anchor | undefined> {
    if (newest?.statement.hash === head.hash) {
      return newest.anchor;
    }
    const previous = newest?.statement;
    const signed = await tried(async () => {
      const { organization, key } = await signer.identity();
      const statement: AnchorStatement = {
        organization,
        seq: head.seq,
        hash: head.hash,
        at: new Date(clock.now()).toISOString(),
        ...(settings === undefined ? {} : { settings }),
        ...(previous === undefined ? {} : { previous: { seq: previous.seq, hash: previous.hash } }),
      };
      const text = anchorText(statement);
      const anchor: Anchor = { text, signature: await signer.sign(text), key: key.fingerprint };
      await anchors.put(anchor);
      return { anchor, statement };
    });
    newest = signed ?? newest;
    return signed?.anchor;
  }

  async function tried<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      problem = problemOf(error);
      return undefined;
    }
  }

  return {
    faults: async () => (await compareOnce()).faults,
    async anchor(settings) {
      const { faults } = await compareOnce();
      const head = await evidence.head();
      return head === undefined || faults.length > 0 || problem !== undefined ? undefined : sign(head, settings);
    },
    async anchorIfDue(settings) {
      await compareOnce();
      const head = await evidence.head();
      if (head !== undefined && problem === undefined && (await isDue(evidence, newest?.statement, clock.now()))) {
        await sign(head, settings);
      }
    },
    newest: () => newest?.anchor,
    async unanchored() {
      const { named, firstAt } = await compareOnce();
      const since = newest?.statement.at ?? named?.at ?? firstAt;
      const hasLasted = since !== undefined && clock.now() - Date.parse(since) >= toldAfterMs;
      return problem === undefined || !hasLasted ? undefined : { problem, since };
    },
  };
}

interface Kept {
  readonly anchor: Anchor;
  readonly statement: AnchorStatement;
}

interface Compared {
  readonly faults: readonly EvidenceFault[];
  readonly newest?: Kept | undefined;
  /** The newest signed head that the chain names: what was known when its newest heartbeat was recorded. */
  readonly named?: AnchorStatement | undefined;
  readonly firstAt?: string | undefined;
  readonly problem?: string;
}

async function compare({ evidence, signer, anchors }: Omit<AnchorPorts, 'clock'>): Promise<Compared> {
  const head = await evidence.head();
  const named = namedIn(head);
  const firstAt = named === undefined ? (await evidence.list(1, 1))[0]?.at : undefined;
  try {
    const { organization, key } = await signer.identity();
    const terms = { organization, keys: [key] };
    const checked = (await anchors.newest(newestMax)).map((each) => checkAnchor(each, terms));
    const newest = newestOf(checked.filter(isValidAnchor));
    const faults = [
      ...faultsOfAnchors(checked, { key, named, newest: newest?.statement }),
      ...(newest === undefined ? [] : await faultsOfChain(evidence, newest.statement)),
    ];
    return { faults, newest, named, firstAt };
  } catch (error) {
    return { faults: [], named, firstAt, problem: problemOf(error) };
  }
}

/** By when they were signed: a run that was held up may have kept its own after a newer one. */
function newestOf(valid: readonly ValidAnchor[]): ValidAnchor | undefined {
  return valid.reduce<ValidAnchor | undefined>(
    (newest, each) => (newest === undefined || each.statement.at > newest.statement.at ? each : newest),
    undefined,
  );
}

interface Known {
  readonly key: AnchorKey;
  readonly named: AnchorStatement | undefined;
  readonly newest: AnchorStatement | undefined;
}

function faultsOfAnchors(checked: readonly CheckedAnchor[], { key, named, newest }: Known): readonly EvidenceFault[] {
  const [first] = checked;
  const isOther = first?.kind === 'invalid' && first.problem === 'other-key' && first.key !== undefined;
  const isRemoved = named !== undefined && !isOther && (newest === undefined || newest.at < named.at);
  return [
    ...(isOther ? [{ kind: 'key-replaced', was: first.key ?? '', is: key.fingerprint } as const] : []),
    ...(first?.kind === 'invalid' && !isOther ? [{ kind: 'anchor-altered', place: first.place } as const] : []),
    ...(isRemoved
      ? [{ kind: 'anchor-removed', signed: { seq: named.seq, hash: named.hash }, at: named.at } as const]
      : []),
  ];
}

async function faultsOfChain(
  evidence: AnchorPorts['evidence'],
  { seq, hash, at }: AnchorStatement,
): Promise<readonly EvidenceFault[]> {
  const [link] = await evidence.list(seq, 1);
  if (link?.seq !== seq) {
    return [{ kind: 'link-missing', signed: { seq, hash }, at }];
  }
  return link.hash === hash ? [] : [{ kind: 'link-differs', signed: { seq, hash }, at }];
}

function namedIn(head: Link | undefined): AnchorStatement | undefined {
  const anchor = anchorInBody(head?.body['anchor']);
  return anchor === undefined ? undefined : statementIn(anchor.text);
}

async function isDue(
  evidence: AnchorPorts['evidence'],
  newest: AnchorStatement | undefined,
  nowMs: number,
): Promise<boolean> {
  if (newest === undefined || nowMs - Date.parse(newest.at) >= heartbeatsSignedEveryMs) {
    return true;
  }
  const since = await evidence.list(newest.seq + 1, linksSinceMax);
  return since.length === linksSinceMax || since.some(({ kind }) => kind !== 'run');
}

/** What went wrong in words of our own; other errors give their name alone, since a message may quote values. */
function problemOf(error: unknown): string {
  if (error instanceof AnchoringError) {
    return error.message;
  }
  throw error;
}
