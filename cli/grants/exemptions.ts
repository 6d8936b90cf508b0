import { addGrant, endExemptions, exemptionsToEnd, proposedGrant } from '../../shared/application/edits/edit-grants.ts';
import { endedGrant } from '../../shared/application/edits/granted-records.ts';
import type { InvalidGrant } from '../../shared/application/edits/ports.ts';
import { exemptionRecord } from '../../shared/contracts/records/grant.ts';
import { exemptionStatus, type Exemption, type ExemptionTerms } from '../../shared/domain/budgets/exemption.ts';
import type { Grant } from '../../shared/domain/budgets/exemption.ts';
import { grantTerms } from '../../shared/domain/budgets/grant.ts';
import { emailKey } from '../../shared/domain/roster/email.ts';
import { dayOf, type Day } from '../../shared/domain/time/day.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { grantPorts, withInstallation } from '../frame/with-installation.ts';
import {
  grantedDocument,
  grantedTable,
  isCurrent,
  type GrantedRow,
} from '../../shared/terminal/records/granted-rows.ts';
import { agreeOnGrants } from '../records/agreed-grants.ts';
import { endUnmade } from '../records/impact-question.ts';
import { impactOptionsOf } from '../records/impact-options.ts';
import { plainFromGiven, termsFrom, type Given } from '../records/record-options.ts';
import { noteEffect } from '../records/takes-effect.ts';
import { warnIfUnknown } from './grant-arguments.ts';

/** `exempt add EMAIL`: Curfew leaves the user alone through a day, whatever limit is in force. */
export async function addExemption(context: CommandContext, given: Given): Promise<ExitCode> {
  const today = dayOf(context.io.now());
  const terms = {
    kind: 'exemption',
    ...termsFrom(exemptionRecord, plainFromGiven(exemptionRecord, given).plain),
  } as const;
  const author = authorOf(context);
  return withInstallation(context, async (installation) => {
    const agreement = await agreeOnGrants(context, {
      installation,
      options: impactOptionsOf(given),
      propose: async () => Promise.resolve([proposedGrant(terms, author)]),
    });
    if (agreement.kind !== 'agreed') {
      return endUnmade(context, agreement);
    }
    const { impact } = agreement;
    const grant = await addGrant(grantPorts(installation), terms, author);
    const unknown = await warnIfUnknown(installation.users, terms.email);
    const over = terms.until < today ? [`it was over on ${terms.until}, so that it changes nothing from now on`] : [];
    const warnings = [...unknown, ...over];
    if (grant.kind === 'exemption') {
      context.tell({
        json: { ...grantedDocument(exemptionRecord, rowOf(grant, today)), warnings, impact },
        text: `${terms.email} is exempt until ${terms.until}: the limit does not change, and the run after that day sets it again.`,
      });
    }
    noteEffect(context, installation);
    warnings.forEach((warning) => context.note(`Mind: ${warning}.`));
    return exitCodes.done;
  });
}

/** `exempt list`: exemptions in force; with `all`, those that are over or ended too. */
export async function listExemptions(context: CommandContext, { all }: { readonly all: boolean }): Promise<ExitCode> {
  const today = dayOf(context.io.now());
  const { grants, invalid } = await withInstallation(context, async (installation) => installation.grants.list());
  const rows = grants
    .filter((grant) => grant.kind === 'exemption')
    .map((exemption) => rowOf(exemption, today))
    .filter((row) => all || isCurrent(row))
    .toSorted(({ terms: a }, { terms: b }) => (a.email < b.email ? -1 : Number(a.email > b.email)));
  const nothing = all ? 'There are no exemptions.' : 'Nobody is exempt; --all shows past exemptions.';
  context.tell({
    json: rows.map((row) => grantedDocument(exemptionRecord, row)),
    text: rows.length === 0 ? nothing : grantedTable(exemptionRecord, rows, context.style),
  });
  noteInvalid(context, invalid, 'exemption');
  return exitCodes.done;
}

/** `exempt end EMAIL`: every exemption of the user. */
export async function endUserExemptions(context: CommandContext, given: Given): Promise<ExitCode> {
  const email = emailKey(given.words[0] ?? '');
  const author = authorOf(context);
  const today = dayOf(context.io.now());
  return withInstallation(context, async (installation) => {
    const toEnd = async () => exemptionsToEnd((await installation.grants.list()).grants, email, today);
    const agreement = await agreeOnGrants(context, {
      installation,
      options: impactOptionsOf(given),
      async propose() {
        const exemptions = await toEnd();
        if (exemptions.length === 0) {
          throw new CommandError('There is no exemption of that user to end; see "exempt list --all"');
        }
        return exemptions.map((exemption) => endedGrant(exemption, author));
      },
    });
    if (agreement.kind !== 'agreed') {
      return endUnmade(context, agreement);
    }
    const agreed = new Set(agreement.plan.map(({ id }) => id));
    const open = (await toEnd()).filter(({ id }) => agreed.has(id));
    const outcomes = await endExemptions(grantPorts(installation), open, author);
    const stale = outcomes.find((outcome) => outcome.kind === 'stale');
    if (stale !== undefined) {
      throw new CommandError(stale.problem);
    }
    const ended = open.map((exemption) =>
      grantedDocument(exemptionRecord, rowOf(endedGrant(exemption, author), today)),
    );
    context.tell({
      json: { ended, impact: agreement.impact },
      text: `${email} is no longer exempt, and is capped again.`,
    });
    noteEffect(context, installation);
    return exitCodes.done;
  });
}

/** Names the rows of the table that cannot be read. */
export function noteInvalid(context: CommandContext, invalid: readonly InvalidGrant[], kind: Grant['kind']): void {
  for (const { id, problem } of invalid.filter((row) => row.kind === kind)) {
    context.note(`The ${kind} "${id}" in the table is not valid: ${problem}`);
  }
}

function rowOf(exemption: Exemption, today: Day): GrantedRow<ExemptionTerms> {
  return { terms: grantTerms(exemption), noted: exemption, status: exemptionStatus(exemption, today) };
}
