import type { Observation } from '../../notifications/observation.ts';
import type { ChainHead } from '../chain.ts';

export type EvidenceFault =
  | { readonly kind: 'link-differs'; readonly signed: ChainHead; readonly at: string }
  | { readonly kind: 'link-missing'; readonly signed: ChainHead; readonly at: string }
  | { readonly kind: 'anchor-altered'; readonly place: string }
  | { readonly kind: 'anchor-removed'; readonly signed: ChainHead; readonly at: string }
  | { readonly kind: 'key-replaced'; readonly was: string; readonly is: string };

export interface Unanchored {
  readonly problem: string;
  readonly since: string;
}

/** Whether the evidence table was changed, rather than external storage. */
export function isOfTable({ kind }: EvidenceFault): boolean {
  return kind === 'link-differs' || kind === 'link-missing';
}

/** Returns the observation of an evidence fault: open until a person explains it. */
export function evidenceFaultObservation(fault: EvidenceFault, owners: readonly string[]): Observation {
  return {
    topic: 'evidence-changed',
    key: keyOf(fault),
    fingerprint: 'seen',
    severity: 'critical',
    owners,
    notifiesAdmins: owners.length === 0,
    headline: describeEvidenceFault(fault),
    details: [
      isOfTable(fault)
        ? 'The platform cannot write that table, so this is no rewriting of the platform’s: who changed it is not known.'
        : 'The evidence itself may still be whole: "npx curfew controls verify" says how far it is proved.',
      'Keep the signed heads and a copy of the table as they are now, and find out who had access.',
      ...(isOfTable(fault)
        ? ['No head is signed until it is explained. A backup of the tables that was put back is an explanation.']
        : []),
      'Once it is explained: npx curfew alerts ack ALERT --reason "…"; "npx curfew alerts list" shows its name.',
    ],
    resolvesAfterNights: 1,
  };
}

export function unanchoredObservation({ problem, since }: Unanchored, owners: readonly string[]): Observation {
  return {
    topic: 'evidence-unanchored',
    key: 'anchors',
    fingerprint: 'unanchored',
    severity: 'high',
    owners,
    notifiesAdmins: true,
    headline: `The evidence of the controls has not been anchored since ${since}`,
    details: [
      `${problem}.`,
      'The controls are watched all the same. Until it works again, only mails show whether links from then on were changed; then the next run signs them all.',
    ],
    resolvedHeadline: 'The evidence of the controls is anchored again',
    resolvesAfterNights: 1,
  };
}

export function describeEvidenceFault(fault: EvidenceFault): string {
  switch (fault.kind) {
    case 'link-differs':
      return `Our table of the evidence was changed: link ${fault.signed.seq} is not the one that was signed at ${fault.at}`;
    case 'link-missing':
      return `Our table of the evidence was changed: link ${fault.signed.seq}, signed at ${fault.at}, is not there any more`;
    case 'anchor-altered':
      return `Signed heads of the evidence were altered: the newest (${fault.place}) does not hold`;
    case 'anchor-removed':
      return `Signed heads of the evidence were removed: the one of link ${fault.signed.seq}, signed at ${fault.at}, is missing`;
    case 'key-replaced':
      return `The key that signs the evidence was replaced: it was ${fault.was}, and is ${fault.is}`;
  }
}

function keyOf(fault: EvidenceFault): string {
  switch (fault.kind) {
    // A cut-off chain grows past the signed link: it is the same change then.
    case 'link-differs':
    case 'link-missing':
      return `table-changed/${fault.signed.seq}/${fault.signed.hash}`;
    case 'anchor-removed':
      return `${fault.kind}/${fault.signed.seq}/${fault.signed.hash}`;
    case 'anchor-altered':
      return `anchor-altered/${fault.place}`;
    case 'key-replaced':
      return `key-replaced/${fault.is}`;
  }
}
