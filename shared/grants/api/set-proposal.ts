import { formatScope } from '../../budgets/scope.ts';
import { noEdits } from '../../impact/proposed-edits.ts';
import { authorOf, type OperationWork } from '../../kernel/api/operation.ts';
import { type FieldProblem, Problem } from '../../kernel/api/problem.ts';
import type { OperationDocument, OperationInput } from '../../kernel/contract/contracts.ts';
import type { GivenFields } from '../../kernel/contract/fields/record-parts.ts';
import type { Proposal } from '../../kernel/records/api/proposal.ts';
import { termsFrom } from '../../kernel/records/api/record-proposal.ts';
import { dayOf } from '../../kernel/time/day.ts';
import { exemptionRecord } from '../contract/grant.ts';
import { addGrant, type GrantTerms, proposedGrant } from '../use-cases.ts';
import { repeatedExemption } from './exemption-proposal.ts';
import { findGrant, foundOf, plainTopUp, repeatedTopUp } from './top-up-proposal.ts';

/** Proposes to give many people credits or exemptions as one set. Raises Problem that names each that is not valid. */
export function proposeGrants(
  work: OperationWork,
  { topUps = [], exemptions = [] }: OperationInput<'addGrants'>['body'],
): Proposal<OperationDocument<'addGrants'>> {
  const { platformWindowAnchorDay: anchorDay } = work.installation.readSettings();
  const now = { today: dayOf(work.nowMs), platformWindow: { anchorDay } };
  const all = validTerms([
    ...topUps.map((said) => ({
      whose: said['scope'],
      terms: () => ({ kind: 'top-up', ...plainTopUp(said, now) }) as const,
    })),
    ...exemptions.map((said) => ({
      whose: said['email'],
      terms: () => ({ kind: 'exemption', ...termsFrom(exemptionRecord, said) }) as const,
    })),
  ]);
  const author = authorOf(work);
  return {
    edits: { ...noEdits, grants: all.map((terms, index) => ({ ...proposedGrant(terms, author), id: `set-${index}` })) },
    isEdit: all.length > 0,
    version: 'absent',
    make: async () => ({ document: await addAll(work, all) }),
  };
}

/** Whether an earlier call under the same key, of one id, has begun to make the set. */
export async function hasBegun(work: OperationWork): Promise<boolean> {
  return (await findGrant(work, idIn(work, 0))) !== undefined;
}

/** The id of a grant of the set: the same again for a call that is repeated under its key. */
function idIn({ ids }: OperationWork, index: number): string {
  return `${ids.next()}-${index}`;
}

function validTerms(
  all: readonly { readonly whose: GivenFields[string]; readonly terms: () => GrantTerms }[],
): readonly GrantTerms[] {
  const problems: FieldProblem[] = [];
  const seen = new Set<string>();
  const valid = all.flatMap(({ whose, terms }) => {
    const field = typeof whose === 'string' ? whose : 'unknown';
    try {
      const read = terms();
      const key = `${read.kind} ${whoseOf(read)}`;
      if (seen.has(key)) {
        problems.push({ field, problem: 'is named twice; give each person once' });
      }
      seen.add(key);
      return [read];
    } catch (error) {
      if (!(error instanceof Problem)) {
        throw error;
      }
      problems.push({ field, problem: error.message });
      return [];
    }
  });
  if (problems.length > 0) {
    const lines = problems.map(({ field, problem }) => `${field}: ${problem}`);
    throw new Problem('invalid-input', lines.join('\n'), { fields: problems.slice(0, 100) });
  }
  return valid;
}

/** Adds one after the other; one that fails is named, and the others are made all the same. */
async function addAll(work: OperationWork, all: readonly GrantTerms[]): Promise<OperationDocument<'addGrants'>> {
  const failed: { whose: string; problem: string }[] = [];
  for (const [index, terms] of all.entries()) {
    const id = idIn(work, index);
    const ports = { grants: work.installation.grants, ids: { next: () => id } };
    try {
      const made = await addGrant(ports, terms, authorOf(work)).catch(foundOf(work, id));
      if (terms.kind === 'top-up') {
        repeatedTopUp(made, terms);
      } else {
        repeatedExemption(made, terms);
      }
    } catch (error) {
      if (index === 0) {
        throw error;
      }
      const problem = error instanceof Problem ? error.message : 'could not be saved; give it again';
      failed.push({ whose: whoseOf(terms), problem });
    }
  }
  return { added: all.length - failed.length, failed };
}

function whoseOf(terms: GrantTerms): string {
  return terms.kind === 'top-up' ? formatScope(terms.scope) : formatScope({ kind: 'user', email: terms.email });
}
