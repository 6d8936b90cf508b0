import { noEdits } from '../../impact/proposed-edits.ts';
import { authorOf, type OperationWork } from '../../kernel/api/operation.ts';
import { Problem } from '../../kernel/api/problem.ts';
import type { OperationDocument } from '../../kernel/contract/contracts.ts';
import type { GivenFields } from '../../kernel/contract/fields/record-parts.ts';
import type { Proposal, SeenProposal } from '../../kernel/records/api/proposal.ts';
import { exemptionDocument } from '../../kernel/records/api/record-documents.ts';
import { termsFrom } from '../../kernel/records/api/record-proposal.ts';
import { visibleTo } from '../../kernel/records/api/visible-to.ts';
import { dayOf, dayText } from '../../kernel/time/day.ts';
import { emailKey } from '../../roster/email.ts';
import { exemptionRecord } from '../contract/grant.ts';
import type { Exemption, ExemptionTerms, Grant } from '../exemption.ts';
import { addGrant, endExemptions, exemptionsToEnd, proposedGrant, endedGrant } from '../use-cases.ts';
import { warnIfUnknown } from './grant-warnings.ts';
import { foundOf } from './top-up-proposal.ts';

/** Proposes to leave a user's limit as it is through a day. Raises Problem for bad terms. */
export function proposeExemption(work: OperationWork, said: GivenFields): Proposal<OperationDocument<'addExemption'>> {
  const terms = { kind: 'exemption', ...termsFrom(exemptionRecord, said) } as const;
  const today = dayOf(work.nowMs);
  return {
    edits: { ...noEdits, grants: [proposedGrant(terms, authorOf(work))] },
    isEdit: true,
    version: 'absent',
    async make() {
      const id = work.ids.next();
      const ports = { grants: work.installation.grants, ids: { next: () => id } };
      const exemption = repeatedExemption(await addGrant(ports, terms, authorOf(work)).catch(foundOf(work, id)), terms);
      const unknown = await warnIfUnknown(work.installation.users, terms.email, await visibleTo(work));
      const over =
        terms.until < today ? [`it was over on ${dayText(terms.until)}, so that it changes nothing from now on`] : [];
      const warnings = [...unknown, ...over];
      return { document: { exemption: exemptionDocument(exemption, today), warnings } };
    },
  };
}

/** The exemption that an earlier call made under this key. Raises Problem where it made something else. */
export function repeatedExemption(grant: Grant, { email, until }: ExemptionTerms): Exemption {
  if (grant.kind !== 'exemption' || grant.email !== email || grant.until !== until) {
    throw new Problem('conflict', 'Something else was made under this Idempotency-Key; give a new one');
  }
  return grant;
}

/** Proposes to end every exemption of a user. Raises Problem where there is none to end. */
export async function proposeExemptionsEnd(
  work: OperationWork,
  text: string,
): Promise<SeenProposal<OperationDocument<'endExemptions'>>> {
  const email = emailKey(text);
  const author = authorOf(work);
  const today = dayOf(work.nowMs);
  const open = exemptionsToEnd((await work.installation.grants.list()).grants, email, today);
  if (open.length === 0) {
    throw new Problem('not-found', 'There is no exemption of that user to end; see "npx curfew exempt list --all"');
  }
  return {
    edits: { ...noEdits, grants: open.map((exemption) => endedGrant(exemption, author)) },
    isEdit: true,
    version: String(Math.max(...open.map(({ version }) => version))),
    title: 'the exemption',
    basis: open.map(({ id, version }) => [id, version]),
    async make() {
      const outcomes = await endExemptions({ grants: work.installation.grants, ids: work.ids }, open, author);
      const stale = outcomes.find((outcome) => outcome.kind === 'stale');
      if (stale !== undefined) {
        throw new Problem('stale', stale.problem);
      }
      return { document: { ended: open.map((exemption) => exemptionDocument(endedGrant(exemption, author), today)) } };
    },
  };
}
