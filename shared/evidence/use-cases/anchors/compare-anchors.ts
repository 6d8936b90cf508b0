import { AnchoringError, type Anchoring, type EvidenceChain } from '../../../controls/ports.ts';
import { anchorInBody, statementIn, type Anchor, type AnchorStatement } from '../../anchors/anchor.ts';
import {
  checkAnchor,
  isValidAnchor,
  type AnchorKey,
  type CheckedAnchor,
  type ValidAnchor,
} from '../../anchors/check-anchor.ts';
import type { EvidenceFault } from '../../anchors/observe-anchors.ts';
import type { Link } from '../../chain.ts';

export interface ComparePorts extends Pick<Anchoring, 'signer' | 'anchors'> {
  readonly evidence: Pick<EvidenceChain, 'head' | 'list'>;
}

/** Reads several of the newest anchors, so that one forged anchor cannot hide the real one. */
const newestMax = 5;

export interface StoredAnchor {
  readonly anchor: Anchor;
  readonly statement: AnchorStatement;
}

export interface Compared {
  readonly faults: readonly EvidenceFault[];
  readonly head: Link | undefined;
  /** The links after the newest signed one; absent when there are more than are read. */
  readonly since?: readonly Link[] | undefined;
  readonly newest?: StoredAnchor | undefined;
  /** The newest signed head that the chain names: what was known at its newest heartbeat. */
  readonly named?: AnchorStatement | undefined;
  readonly firstAt?: string | undefined;
  readonly problem?: string | undefined;
}

/** At most this many links follow a signed head while signing works. */
const linksSinceMax = 100;

/** Compares the chain with the newest signed heads. Usually takes one read of each, whatever their length. */
export async function compareAnchors({ evidence, signer, anchors }: ComparePorts): Promise<Compared> {
  const signed = await readSigned({ signer, anchors });
  const { seq } = signed.newest?.statement ?? {};
  const links = seq === undefined ? [] : await evidence.list(seq, linksSinceMax);
  const isAll = links.length > 0 && links.length < linksSinceMax;
  const head = isAll ? links.at(-1) : await evidence.head();
  const named = namedIn(head);
  const firstAt = named === undefined ? (await evidence.list(1, 1))[0]?.at : undefined;
  const { key, checked, newest, problem } = signed;
  if (key === undefined) {
    return { faults: [], head, named, firstAt, problem };
  }
  const faults = [
    ...faultsOfAnchors(checked, { key, named, newest: newest?.statement }),
    ...(newest === undefined ? [] : faultsOfChain(links[0], newest.statement)),
  ];
  return { faults, head, since: isAll ? links.slice(1) : undefined, newest, named, firstAt };
}

interface Signed {
  /** Absent when heads cannot be read. */
  readonly key?: AnchorKey;
  readonly checked: readonly CheckedAnchor[];
  readonly newest?: ValidAnchor | undefined;
  readonly problem?: string;
}

async function readSigned({ signer, anchors }: Pick<ComparePorts, 'anchors' | 'signer'>): Promise<Signed> {
  try {
    const { organization, key } = await signer.identity();
    const terms = { organization, keys: [key] };
    const checked = (await anchors.newest(newestMax)).map((each) => checkAnchor(each, terms));
    return { key, checked, newest: newestOf(checked.filter(isValidAnchor)) };
  } catch (error) {
    return { checked: [], problem: problemOf(error) };
  }
}

/** Ordered by signing time: a delayed run may have stored its head after a newer one. */
function newestOf(valid: readonly ValidAnchor[]): ValidAnchor | undefined {
  return valid.reduce<ValidAnchor | undefined>(
    (newest, each) => (newest === undefined || each.statement.at > newest.statement.at ? each : newest),
    undefined,
  );
}

function faultsOfAnchors(
  checked: readonly CheckedAnchor[],
  {
    key,
    named,
    newest,
  }: {
    readonly key: AnchorKey;
    readonly named: AnchorStatement | undefined;
    readonly newest: AnchorStatement | undefined;
  },
): readonly EvidenceFault[] {
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

function faultsOfChain(link: Link | undefined, { seq, hash, at }: AnchorStatement): readonly EvidenceFault[] {
  if (link?.seq !== seq) {
    return [{ kind: 'link-missing', signed: { seq, hash }, at }];
  }
  return link.hash === hash ? [] : [{ kind: 'link-differs', signed: { seq, hash }, at }];
}

function namedIn(head: Link | undefined): AnchorStatement | undefined {
  const anchor = anchorInBody(head?.body['anchor']);
  return anchor === undefined ? undefined : statementIn(anchor.text);
}

/** What went wrong, in words that may be shown. Rethrows errors that are not about anchoring. */
export function problemOf(error: unknown): string {
  if (error instanceof AnchoringError) {
    return error.message;
  }
  throw error;
}
