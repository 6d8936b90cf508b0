import { exemptionRecord } from '../../shared/contracts/records/grant.ts';
import { randomIds } from '../../shared/runtime/random-ids.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { givenOf, printShown, withApi } from '../frame/connection/with-api.ts';
import { makeEdit, lookAtEdit } from '../records/make-edit.ts';
import { impactOptionsOf } from '../records/impact-options.ts';
import { plainFromGiven, saidIn, termsFrom, type Given } from '../records/record-options.ts';

/** `exempt add EMAIL`: Curfew leaves the user alone through a day, whatever limit is in force. */
export async function addExemption(context: CommandContext, given: Given): Promise<ExitCode> {
  // What is wrong with what was given needs no table to be told.
  termsFrom(exemptionRecord, plainFromGiven(exemptionRecord, given).plain);
  const options = impactOptionsOf(given);
  const said = saidIn(exemptionRecord, given);
  const idempotencyKey = randomIds.next();
  return makeEdit(
    context,
    {
      options,
      look: lookAtEdit({ edit: 'add-exemption', said }, options),
      make: async (api, { query }) => api.show('addExemption', { ...query, body: said }, { idempotencyKey }),
    },
    ({ exemption, warnings }) => ({ ...exemption, warnings }),
  );
}

/** `exempt list`: exemptions in force; with `all`, those that are over or ended too. */
export async function listExemptions(context: CommandContext, { all }: { readonly all: boolean }): Promise<ExitCode> {
  const given = givenOf({ all: all ? ('true' as const) : undefined });
  const shown = await withApi(context, async (api) => api.show('listExemptions', given));
  return printShown(context, shown, ({ rows }) => rows);
}

/** `exempt history [EMAIL]`: every version of the exemptions, with who, when, how, before and after. */
export async function showExemptionHistory(context: CommandContext, email: string | undefined): Promise<ExitCode> {
  const shown = await withApi(context, async (api) => api.show('listExemptionVersions', givenOf({ email })));
  return printShown(context, shown, ({ rows }) => rows);
}

/** `exempt end EMAIL`: every exemption of the user. */
export async function endUserExemptions(context: CommandContext, given: Given): Promise<ExitCode> {
  const [email = ''] = given.words;
  const options = impactOptionsOf(given);
  return makeEdit(context, {
    options,
    look: lookAtEdit({ edit: 'end-exemptions', email }, options),
    make: async (api, { query, call }) => api.show('endExemptions', { email, ...query }, call),
  });
}
