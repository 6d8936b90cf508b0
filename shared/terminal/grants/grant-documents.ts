import { exemptionRecord, topUpRecord } from '../../grants/contract/grant.ts';
import { exemptionStatus, type Exemption, type ExemptionTerms } from '../../grants/exemption.ts';
import { grantTerms } from '../../grants/grant.ts';
import { topUpStatus, type TopUp, type TopUpTerms } from '../../grants/top-up.ts';
import type { PlainFields } from '../../kernel/records/record-kind.ts';
import type { Day } from '../../kernel/time/day.ts';
import { grantedDocument, type GrantedRow } from '../records/granted-rows.ts';

/** A top-up, and where it stands on a day. */
export function topUpRow(topUp: TopUp, today: Day): GrantedRow<TopUpTerms> {
  return { terms: grantTerms(topUp), noted: topUp, status: topUpStatus(topUp, today) };
}

/** An exemption, and where it stands on a day. */
export function exemptionRow(exemption: Exemption, today: Day): GrantedRow<ExemptionTerms> {
  return { terms: grantTerms(exemption), noted: exemption, status: exemptionStatus(exemption, today) };
}

/** A top-up as the JSON documents show it. */
export function topUpDocument(topUp: TopUp, today: Day): PlainFields {
  const { scope } = topUp;
  const email = scope.kind === 'user' ? scope.email : null;
  return { ...grantedDocument(topUpRecord, topUpRow(topUp, today)), email };
}

/** An exemption as the JSON documents show it. */
export function exemptionDocument(exemption: Exemption, today: Day): PlainFields {
  return grantedDocument(exemptionRecord, exemptionRow(exemption, today));
}
