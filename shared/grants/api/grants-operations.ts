import { formatScope } from '../../budgets/scope.ts';
import type { Operations, OperationWork } from '../../kernel/api/operation.ts';
import { makeAgreed, requireNotMoved } from '../../kernel/records/api/proposal.ts';
import { scopeOf, termsFrom } from '../../kernel/records/api/record-proposal.ts';
import { visibleTo } from '../../kernel/records/api/visible-to.ts';
import type { InvalidGrant } from '../../kernel/records/use-cases/ports.ts';
import { compareText } from '../../kernel/texts/compare-text.ts';
import { dayOf } from '../../kernel/time/day.ts';
import { emailKey } from '../../roster/email.ts';
import { describeMade, describePreview, waysDocument } from '../../terminal/grants/describe-ways.ts';
import { exemptionDocument, exemptionRow, topUpDocument, topUpRow } from '../../terminal/grants/grant-documents.ts';
import { grantStepDocument, grantSteps, grantVersionTable } from '../../terminal/grants/grant-versions.ts';
import { grantedTable, isCurrent } from '../../terminal/records/granted-rows.ts';
import type { Style } from '../../terminal/style.ts';
import { exemptionRecord, topUpRecord } from '../contract/grant.ts';
import { grantsContract } from '../contract/grants-contract.ts';
import type { Grant } from '../exemption.ts';
import { grantTerms } from '../grant.ts';
import { proposeExemption, proposeExemptionsEnd, repeatedExemption } from './exemption-proposal.ts';
import { findGrant, orderTopUp, proposeTopUp, proposeTopUpEnd, repeatedTopUp } from './top-up-proposal.ts';

const operations: Operations<typeof grantsContract> = {
  async listTopUps(work, { who, all }) {
    const today = dayOf(work.nowMs);
    const wanted = who === undefined ? undefined : formatScope(scopeOf(who));
    const visible = await visibleTo(work);
    const { grants, invalid } = await work.installation.grants.list();
    const shown = grants
      .filter((grant) => grant.kind === 'top-up')
      .filter(({ scope }) => wanted === undefined || formatScope(scope) === wanted)
      .filter(({ scope }) => visible.scope(formatScope(scope)))
      .filter((topUp) => all !== undefined || isCurrent(topUpRow(topUp, today)))
      .toSorted((a, b) => compareText(a.createdAt, b.createdAt));
    return {
      document: { rows: shown.map((topUp) => topUpDocument(topUp, today)), next: null },
      text(style) {
        const nothing =
          all === undefined
            ? 'There are no top-ups in force or to come; --all shows past ones.'
            : 'There are no top-ups.';
        const rows = shown.map((topUp) => topUpRow(topUp, today));
        return rows.length === 0 ? nothing : grantedTable(topUpRecord, rows, style);
      },
      notes: unreadNotes(work, invalid, 'top-up'),
    };
  },

  async previewTopUp(work, { body, at }) {
    const { preview, warnings } = await orderTopUp(work, body, at);
    return {
      document: { topUp: topUpRecord.document(preview.ordered.terms), ...waysDocument(preview), warnings },
      text: () => describePreview(preview),
      documentToo: true,
    };
  },

  async addTopUp(call, { body, ...terms }) {
    const { work, made } = await repeated(call);
    if (made === undefined) {
      return makeAgreed(work, await proposeTopUp(work, body, terms.at), terms);
    }
    const { preview, warnings } = await orderTopUp(work, body, terms.at);
    const topUp = repeatedTopUp(made, preview.ordered.terms);
    const today = dayOf(work.nowMs);
    return {
      document: { topUp: topUpDocument(topUp, today), gets: waysDocument(preview).gets, warnings },
      text: () => describeMade(topUp, preview.ordered, today),
    };
  },

  async endTopUp(work, { id, ...terms }) {
    const proposal = await proposeTopUpEnd(work, id);
    requireNotMoved(work, proposal.version, 'the top-up');
    return makeAgreed(work, proposal, terms);
  },

  async listExemptions(work, { all }) {
    const today = dayOf(work.nowMs);
    const visible = await visibleTo(work);
    const { grants, invalid } = await work.installation.grants.list();
    const shown = grants
      .filter((grant) => grant.kind === 'exemption')
      .filter((exemption) => visible.email(exemption.email))
      .filter((exemption) => all !== undefined || isCurrent(exemptionRow(exemption, today)))
      .toSorted((a, b) => compareText(a.email, b.email));
    return {
      document: { rows: shown.map((exemption) => exemptionDocument(exemption, today)), next: null },
      text(style) {
        const nothing =
          all === undefined ? 'Nobody is exempt; --all shows past exemptions.' : 'There are no exemptions.';
        const rows = shown.map((exemption) => exemptionRow(exemption, today));
        return rows.length === 0 ? nothing : grantedTable(exemptionRecord, rows, style);
      },
      notes: unreadNotes(work, invalid, 'exemption'),
    };
  },

  async addExemption(call, { body, ...terms }) {
    const { work, made } = await repeated(call);
    if (made === undefined) {
      return makeAgreed(work, proposeExemption(work, body), terms);
    }
    const exemption = repeatedExemption(made, termsFrom(exemptionRecord, body));
    const { email, until } = grantTerms(exemption);
    return {
      document: { exemption: exemptionDocument(exemption, dayOf(work.nowMs)), warnings: [] },
      text: () => `${email} is exempt until ${until}.`,
    };
  },

  async endExemptions(work, { email, ...terms }) {
    const proposal = await proposeExemptionsEnd(work, email);
    requireNotMoved(work, proposal.version, 'the exemption');
    return makeAgreed(work, proposal, terms);
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
  wanted: { readonly kind: Grant['kind']; readonly scope: string | undefined },
) {
  const steps = grantSteps(await installation.grants.listVersions(), wanted);
  return {
    document: { rows: steps.map(grantStepDocument), next: null },
    text: (style: Style) =>
      steps.length === 0 ? `No ${wanted.kind} was ever made there.` : grantVersionTable(steps, style),
  };
}

/** A call with the one id that it gives, and what an earlier call under the same key made of that. */
async function repeated(
  call: OperationWork,
): Promise<{ readonly work: OperationWork; readonly made: Grant | undefined }> {
  const id = call.ids.next();
  return { work: { ...call, ids: { next: () => id } }, made: await findGrant(call, id) };
}

/** Names the rows of the table that cannot be read; whose they are is not known. */
function unreadNotes(
  { onlyTeams }: OperationWork,
  invalid: readonly InvalidGrant[],
  kind: Grant['kind'],
): readonly string[] {
  return invalid
    .filter((row) => row.kind === kind && onlyTeams === undefined)
    .map(({ id, problem }) => `The ${kind} "${id}" in the table is not valid: ${problem}`);
}
