import { endTopUp } from '../../shared/application/edits/edit-grants.ts';
import { endedGrant } from '../../shared/application/edits/granted-records.ts';
import { topUpRecord } from '../../shared/contracts/records/grant.ts';
import { grantTerms } from '../../shared/domain/budgets/grant.ts';
import { formatScope } from '../../shared/domain/budgets/scope.ts';
import { topUpStatus, type TopUp, type TopUpTerms } from '../../shared/domain/budgets/top-up.ts';
import type { PlainFields } from '../../shared/domain/records/record-kind.ts';
import { dayOf, type Day } from '../../shared/domain/time/day.ts';
import { parseScopeArgument } from '../frame/budget-key.ts';
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
import type { Given } from '../records/record-options.ts';
import { noteEffect } from '../records/takes-effect.ts';
import { noteInvalid } from './exemptions.ts';
import { scopeText } from './grant-arguments.ts';

/** `topup list [WHO]`: top-ups in force or to come; with `all`, those that are over or ended too. */
export async function listTopUps(
  context: CommandContext,
  { who, all }: { readonly who: string | undefined; readonly all: boolean },
): Promise<ExitCode> {
  const wanted = who === undefined ? undefined : formatScope(parseScopeArgument(scopeText(who)));
  const today = dayOf(context.io.now());
  const { grants, invalid } = await withInstallation(context, async (installation) => installation.grants.list());
  const shown = grants
    .filter((grant) => grant.kind === 'top-up')
    .filter(({ scope }) => wanted === undefined || formatScope(scope) === wanted)
    .filter((topUp) => all || isCurrent(rowOf(topUp, today)))
    .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt)));
  const nothing = all ? 'There are no top-ups.' : 'There are no top-ups in force or to come; --all shows past ones.';
  const rows = shown.map((topUp) => rowOf(topUp, today));
  context.tell({
    json: shown.map((topUp) => topUpDocument(topUp, today)),
    text: shown.length === 0 ? nothing : grantedTable(topUpRecord, rows, context.style),
  });
  noteInvalid(context, invalid, 'top-up');
  return exitCodes.done;
}

/** `topup end ID`. */
export async function endOneTopUp(context: CommandContext, given: Given): Promise<ExitCode> {
  const [id = ''] = given.words;
  const author = authorOf(context);
  return withInstallation(context, async (installation) => {
    const agreement = await agreeOnGrants(context, {
      installation,
      options: impactOptionsOf(given),
      async propose() {
        const { grants } = await installation.grants.list();
        return grants
          .filter((grant) => grant.kind === 'top-up' && grant.id === id && grant.endedAt === undefined)
          .map((grant) => endedGrant(grant, author));
      },
    });
    if (agreement.kind !== 'agreed') {
      return endUnmade(context, agreement);
    }
    const outcome = await endTopUp(grantPorts(installation), id, author);
    if (outcome.kind === 'not-there' || outcome.kind === 'stale') {
      throw new CommandError(
        outcome.kind === 'stale' ? outcome.problem : 'There is no top-up of that id; see "topup list --all"',
      );
    }
    const { grant } = outcome;
    if (grant.kind === 'top-up') {
      const text =
        outcome.kind === 'unchanged'
          ? `The top-up of ${formatScope(grant.scope)} was ended at ${grant.endedAt ?? ''}; nothing was changed.`
          : `The top-up of ${formatScope(grant.scope)} is ended.`;
      context.tell({ json: { ...topUpDocument(grant, dayOf(context.io.now())), impact: agreement.impact }, text });
    }
    if (outcome.kind === 'ended') {
      noteEffect(context, installation);
    }
    return exitCodes.done;
  });
}

function rowOf(topUp: TopUp, today: Day): GrantedRow<TopUpTerms> {
  return { terms: grantTerms(topUp), noted: topUp, status: topUpStatus(topUp, today) };
}

/** A top-up as the JSON documents show it. */
export function topUpDocument(topUp: TopUp, today: Day): PlainFields {
  const { scope } = topUp;
  const email = scope.kind === 'user' ? scope.email : null;
  return { ...grantedDocument(topUpRecord, rowOf(topUp, today)), email };
}
