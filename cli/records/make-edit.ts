import type { CallTerms, ApiClient, Shown } from '../../shared/kernel/api/client/api-client.ts';
import { Problem } from '../../shared/kernel/api/problem.ts';
import type { OperationDocument, OperationGiven } from '../../shared/kernel/contract/contracts.ts';
import { atOf, type ImpactOptions } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';

/** What an edit would do, as the API shows it. */
export type LookedAt = OperationDocument<'showImpact'>;

/** How an edit is made: on the version that was seen, and exactly as it was agreed to where somebody was asked. */
export interface MakeTerms {
  readonly query: { readonly at?: string; readonly agreed?: string };
  readonly call: CallTerms;
}

interface EditOrder<Made> {
  /** Looks what it would do; again, when something has moved while somebody looked at it. */
  readonly look: (api: ApiClient) => Promise<Shown<LookedAt>>;
  readonly options: ImpactOptions;
  readonly make: (api: ApiClient, terms: MakeTerms) => Promise<Shown<Made>>;
  /** It asks even where nobody is harmed. */
  readonly asksAlways?: boolean;
}

/** What came of showing the impact of an edit. */
type Agreement<Made> =
  | { readonly kind: 'made'; readonly made: Shown<Made>; readonly lookedAt: LookedAt }
  /** Nobody said yes, and nobody needs to know more. */
  | { readonly kind: 'declined'; readonly lookedAt: LookedAt }
  /** It was only to be shown, and was. */
  | { readonly kind: 'shown'; readonly exitCode: ExitCode };

/** Looks at one edit through the API: what it takes is what its own operation takes. */
export function lookAtEdit(
  edit: OperationGiven<'showImpact'>['body'],
  options: ImpactOptions,
): (api: ApiClient) => Promise<Shown<LookedAt>> {
  return async (api) => api.show('showImpact', { ...atOf(options), body: edit });
}

/** Makes one edit once its impact is shown, and tells it: what was made, with the impact. */
export async function makeEdit<Made extends object>(
  context: CommandContext,
  order: EditOrder<Made>,
  documentOf: (made: Made) => object = (made) => made,
): Promise<ExitCode> {
  const agreement = await withApi(context, async (api) => agreeAndMake(context, api, order));
  switch (agreement.kind) {
    case 'shown':
      return agreement.exitCode;
    case 'declined':
      context.print({ json: { change: null, impact: agreement.lookedAt.impact }, text: 'Nothing was changed.' });
      return exitCodes.done;
    case 'made':
      return printShown(context, agreement.made, (made) => ({
        ...documentOf(made),
        impact: agreement.lookedAt.impact,
      }));
  }
}

/** Somebody who reads takes a while, and others edit meanwhile; but hardly so often. */
const looksMax = 5;

/**
 * Shows what an edit would do, asks where it would harm somebody, and makes it. What was shown is what is agreed: the
 * api refuses it where budgets, teams, figures or anything else that it was made from has moved meanwhile; that is
 * said, and it is shown again. Raises CommandError where nobody can be asked; then nothing is changed.
 */
export async function agreeAndMake<Made>(
  context: CommandContext,
  api: ApiClient,
  order: EditOrder<Made>,
): Promise<Agreement<Made>> {
  const { look, options } = order;
  const shown = await look(api);
  if (options.dryRun === true) {
    return printImpact(context, shown);
  }
  for (let [looks, now] = [1, shown]; looks <= looksMax; [looks, now] = [looks + 1, await look(api)]) {
    sayImpact(context, now);
    const lookedAt = documentIn(now);
    const { version, exactly } = lookedAt;
    const isAsked = options.yes !== true && (lookedAt.impact.asksBecause.length > 0 || order.asksAlways === true);
    if (isAsked && !(await askAbout(context, lookedAt))) {
      return { kind: 'declined', lookedAt };
    }
    try {
      const agreed = isAsked ? lookedAt.agreed : exactly;
      const query = { ...atOf(options), agreed };
      return { kind: 'made', made: await order.make(api, { query, call: { seen: version } }), lookedAt };
    } catch (error) {
      if (!isAsked || !hasMoved(error)) {
        throw error;
      }
      context.note('Something has changed since this was shown, so that nothing was done. It is now:');
    }
  }
  throw new CommandError('Something changed each time it was shown, and nothing was done; try again later');
}

function hasMoved(error: unknown): boolean {
  return error instanceof Problem && (error.kind === 'conflict' || error.kind === 'stale');
}

/** The answer of somebody; raises CommandError where nobody is there to give one and somebody would be harmed. */
async function askAbout({ io, options }: CommandContext, { impact }: LookedAt): Promise<boolean> {
  const { asksBecause } = impact;
  const harm = `This ${asksBecause.join('; it ')}.`;
  if (options.json !== true && io.confirm !== undefined) {
    return io.confirm(asksBecause.length === 0 ? 'Make these changes?' : `${harm} Do it?`);
  }
  if (asksBecause.length === 0) {
    return false;
  }
  throw new CommandError(
    `${harm} Nothing was changed, since nobody is here to be asked: add --yes to do it, or --dry-run to look at it`,
    exitCodes.wrongUsage,
    { impact },
  );
}

function printImpact(context: CommandContext, shown: Shown<LookedAt>): Agreement<never> {
  const { impact, topUp, setting } = documentIn(shown);
  context.print({ json: { ...impact, ...topUp, ...setting }, text: `${shown.text}\nNothing was changed.` });
  return { kind: 'shown', exitCode: impact.held === null ? exitCodes.done : exitCodes.held };
}

function sayImpact(context: CommandContext, shown: Shown<LookedAt>): void {
  const { edits, changes, asksBecause } = documentIn(shown).impact;
  // Most settings move no limit: of those nothing is said.
  if (edits.length + changes.length + asksBecause.length > 0) {
    context.say(shown.text);
  }
}

/** The API gives the document of an impact with its text. */
function documentIn<Document>({ document }: Shown<Document>): Document {
  if (document === undefined) {
    throw new CommandError('The installation gave no document; it is of another version: update it, or this command');
  }
  return document;
}
