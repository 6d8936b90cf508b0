import type { TroubleCause, TroubledRecipient } from '../mail/recipient.ts';
import type { Matter } from './matter.ts';

const headlines: Readonly<Record<TroubleCause, (address: string) => string>> = {
  bounce: (address) => `Mail to ${address} bounces: others are told in their place`,
  complaint: (address) => `${address} reported a mail of Curfew as unwanted: others are told in their place`,
  reject: (address) => `A mail to ${address} was not let out: others are told in their place`,
};

/** An address to which mail does not get through. It is gone once somebody has cleared it. */
export function unreachableMatter(recipient: TroubledRecipient): Matter {
  const { address, trouble, cleared } = recipient;
  const { cause, since, detail, subject } = trouble;
  return {
    topic: 'unreachable',
    key: address,
    // Told again when it comes up after it was cleared, even when no run was in between.
    fingerprint: `${cause}/${cleared?.at ?? 'first'}`,
    severity: 'high',
    owners: [],
    tellsAdmins: true,
    headline: headlines[cause](address),
    details: [
      `Since ${since}, in the words of the mail service: ${detail}.`,
      ...(subject === undefined ? [] : [`The mail “${subject}” may not have been read.`]),
      'Mend the address, and take it off the list of SES (docs/operating.md, Clearing an address).',
      `Then: curfew alerts unreachable clear ${address}`,
    ],
    goneHeadline: `Mail goes to ${address} again`,
    goneAfterNights: 1,
  };
}
