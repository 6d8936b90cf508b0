import type { InvalidGrant } from '../../shared/application/edits/ports.ts';
import { exemptionStatus } from '../../shared/domain/budgets/exemption.ts';
import type { Grant } from '../../shared/domain/budgets/exemption.ts';
import { dayOf } from '../../shared/domain/time/day.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { exemptionDocument, exemptionTable, isCurrent } from './grant-rows.ts';
import { withInstallation } from '../frame/with-installation.ts';

/** `exempt list`: exemptions in force; with `all`, those that are over or ended too. */
export async function listExemptions(context: CommandContext, { all }: { readonly all: boolean }): Promise<ExitCode> {
  const today = dayOf(context.io.now());
  const { grants, invalid } = await withInstallation(context, async (installation) => installation.grants.list());
  const shown = grants
    .filter((grant) => grant.kind === 'exemption')
    .filter((exemption) => all || isCurrent(exemptionStatus(exemption, today)))
    .toSorted((a, b) => (a.email < b.email ? -1 : Number(a.email > b.email)));
  const nothing = all ? 'There are no exemptions.' : 'Nobody is exempt; --all shows past exemptions.';
  context.tell({
    json: shown.map((exemption) => exemptionDocument(exemption, today)),
    text: shown.length === 0 ? nothing : exemptionTable(shown, today, context.style),
  });
  noteInvalid(context, invalid, 'exemption');
  return exitCodes.done;
}

/** Names the rows of the table that cannot be read. */
export function noteInvalid(context: CommandContext, invalid: readonly InvalidGrant[], kind: Grant['kind']): void {
  for (const { id, problem } of invalid.filter((row) => row.kind === kind)) {
    context.note(`The ${kind} "${id}" in the table is not valid: ${problem}`);
  }
}
