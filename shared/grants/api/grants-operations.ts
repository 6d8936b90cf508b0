import { formatScope } from '../../budgets/scope.ts';
import type { Operations, OperationWork } from '../../kernel/api/operation.ts';
import { makeAgreed, makeUnmoved } from '../../kernel/records/api/proposal.ts';
import {
  exemptionDocument,
  isCurrent,
  topUpDocument,
  versionDocuments,
} from '../../kernel/records/api/record-documents.ts';
import { scopeOf, termsFrom } from '../../kernel/records/api/record-proposal.ts';
import { getsDocument, waysDocument } from '../../kernel/records/api/top-up-documents.ts';
import { visibleTo } from '../../kernel/records/api/visible-to.ts';
import { compareText } from '../../kernel/texts/compare-text.ts';
import { dayOf } from '../../kernel/time/day.ts';
import { emailKey } from '../../roster/email.ts';
import { exemptionRecord, topUpRecord } from '../contract/grant.ts';
import { grantsContract } from '../contract/grants-contract.ts';
import type { Grant } from '../exemption.ts';
import { grantTerms, type InvalidGrant } from '../grant.ts';
import type { TopUp } from '../top-up.ts';
import { proposeExemption, proposeExemptionsEnd, repeatedExemption } from './exemption-proposal.ts';
import { hasBegun, proposeGrants } from './set-proposal.ts';
import { findGrant, orderTopUp, proposeTopUp, proposeTopUpEnd, repeatedTopUp } from './top-up-proposal.ts';

const operations: Operations<typeof grantsContract> = {
  async listTopUps(work, { who, all }) {
    const today = dayOf(work.nowMs);
    const wanted = who === undefined ? undefined : formatScope(scopeOf(who));
    const visible = await visibleTo(work);
    const { grants, invalid } = await work.installation.grants.list();
    const shown = grants
      .filter((grant) => grant.kind === 'top-up')
      .filter((topUp) => wanted === undefined || concerned(topUp).includes(wanted))
      .filter((topUp) => concerned(topUp).some(visible.scope))
      .toSorted((a, b) => compareText(a.createdAt, b.createdAt))
      .map((topUp) => topUpDocument(topUp, today))
      .filter((topUp) => all !== undefined || isCurrent(topUp));
    return { document: { rows: shown, next: null, invalid: unread(work, invalid, 'top-up') } };
  },

  async previewTopUp(work, { body, at }) {
    const { preview, warnings } = await orderTopUp(work, body, at);
    return { document: { topUp: topUpRecord.document(preview.ordered.terms), ...waysDocument(preview), warnings } };
  },

  async addTopUp(call, { body, ...terms }) {
    const { work, made } = await repeated(call);
    if (made === undefined) {
      return makeAgreed(work, await proposeTopUp(work, body, terms.at), terms);
    }
    const { preview, warnings } = await orderTopUp(work, body, terms.at);
    const topUp = repeatedTopUp(made, preview.ordered.terms);
    const gets = getsDocument(preview.ordered, preview.laterMs);
    return { document: { topUp: topUpDocument(topUp, dayOf(work.nowMs)), gets, warnings } };
  },

  async endTopUp(work, { id, ...terms }) {
    return makeUnmoved(work, await proposeTopUpEnd(work, id), terms);
  },

  async addGrants(call, { body, ...terms }) {
    const work = withOneId(call);
    const proposal = proposeGrants(work, body);
    return (await hasBegun(work)) ? proposal.make() : makeAgreed(work, proposal, terms);
  },

  async listExemptions(work, { all }) {
    const today = dayOf(work.nowMs);
    const visible = await visibleTo(work);
    const { grants, invalid } = await work.installation.grants.list();
    const shown = grants
      .filter((grant) => grant.kind === 'exemption')
      .filter((exemption) => visible.email(exemption.email))
      .toSorted((a, b) => compareText(a.email, b.email))
      .map((exemption) => exemptionDocument(exemption, today))
      .filter((exemption) => all !== undefined || isCurrent(exemption));
    return { document: { rows: shown, next: null, invalid: unread(work, invalid, 'exemption') } };
  },

  async addExemption(call, { body, ...terms }) {
    const { work, made } = await repeated(call);
    if (made === undefined) {
      return makeAgreed(work, proposeExemption(work, body), terms);
    }
    const exemption = repeatedExemption(made, termsFrom(exemptionRecord, body));
    return { document: { exemption: exemptionDocument(exemption, dayOf(work.nowMs)), warnings: [] } };
  },

  async endExemptions(work, { email, ...terms }) {
    return makeUnmoved(work, await proposeExemptionsEnd(work, email), terms);
  },

  async listTopUpVersions(work, { who }) {
    const scope = who === undefined ? undefined : formatScope(scopeOf(who));
    return versionsOf(work, { kind: 'top-up', scope });
  },

  async listExemptionVersions(work, { email }) {
    const scope = email === undefined ? undefined : formatScope({ kind: 'user', email: emailKey(email) });
    return versionsOf(work, { kind: 'exemption', scope });
  },
};

/** Top-ups and exemptions. */
export const grants = { contract: grantsContract, operations };

async function versionsOf(
  { installation }: OperationWork,
  { kind, scope }: { readonly kind: Grant['kind']; readonly scope: string | undefined },
) {
  const ofKind = (await installation.grants.listVersions()).filter(({ key }) => key.kind === kind);
  const wanted = new Set(ofKind.filter(({ terms }) => terms && scopeOfGrant(terms) === scope).map(({ key }) => key.id));
  const rows = versionDocuments(
    ofKind.filter(({ key }) => scope === undefined || wanted.has(key.id)),
    {
      key: ({ key }) => key.id,
      names: ({ key }) => ({ id: key.id }),
      shown: ({ terms }) => terms && grantDocument(terms),
    },
  );
  return { document: { rows, next: null } };
}

function grantDocument(grant: Grant) {
  const { endedAt = null } = grant;
  const terms =
    grant.kind === 'top-up' ? topUpRecord.document(grantTerms(grant)) : exemptionRecord.document(grantTerms(grant));
  return { ...terms, endedAt };
}

function concerned({ scope, takenFrom }: TopUp): readonly string[] {
  const giver = takenFrom === undefined ? [] : [formatScope({ kind: 'user', email: takenFrom })];
  return [formatScope(scope), ...giver];
}

function scopeOfGrant(grant: Grant): string {
  return grant.kind === 'top-up' ? formatScope(grant.scope) : formatScope({ kind: 'user', email: grant.email });
}

/** A call with the one id that it gives, and what an earlier call under the same key made of that. */
async function repeated(
  call: OperationWork,
): Promise<{ readonly work: OperationWork; readonly made: Grant | undefined }> {
  const work = withOneId(call);
  return { work, made: await findGrant(work, work.ids.next()) };
}

function withOneId(call: OperationWork): OperationWork {
  const id = call.ids.next();
  return { ...call, ids: { next: () => id } };
}

/** The rows of the table that cannot be read: the owner of a team learns of none, since whose they are is not known. */
function unread({ onlyTeams }: OperationWork, invalid: readonly InvalidGrant[], kind: Grant['kind']) {
  return invalid
    .filter((row) => row.kind === kind && onlyTeams === undefined)
    .map(({ id, problem }) => ({ id, problem }));
}
