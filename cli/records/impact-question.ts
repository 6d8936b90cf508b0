import { impactDocument } from '../../shared/application/impact/impact-document.ts';
import { showImpact, type ShownImpact } from '../../shared/application/impact/show-impact.ts';
import type { ImpactDocument } from '../../shared/contracts/documents/impact-document.ts';
import type { Settings } from '../../shared/contracts/settings.ts';
import { hasEdits, type ProposedEdits } from '../../shared/domain/impact/proposed-edits.ts';
import { describeImpact } from '../../shared/terminal/describe-impact.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { momentOf } from '../frame/moment.ts';
import type { ImpactOptions } from './impact-options.ts';

/** Edits that are about to be made, with whatever makes them. */
export interface Proposal<Plan> {
  readonly plan: Plan;
  readonly edits: ProposedEdits;
  /** The settings as they will be, where they are what is edited. */
  readonly settingsAfter?: Settings;
}

/** What is shown of a plan beside its impact. */
export interface Besides<Plan> {
  /** Says more than the impact itself, before it; nothing with --json. */
  readonly introduce?: (plan: Plan) => string;
  /** The same as fields of the JSON document of a dry run. */
  readonly furtherFields?: (plan: Plan) => Readonly<Record<string, unknown>>;
}

export interface ImpactOrder<Plan> extends Besides<Plan> {
  readonly installation: Installation;
  readonly options: ImpactOptions;
  /** Plans the edits from the tables of now: again, when these have moved while somebody looked at the impact. */
  readonly propose: () => Promise<Proposal<Plan>>;
  /** It asks even where nobody is harmed. */
  readonly asksAlways?: boolean;
}

/** What came of showing the impact. Only what is agreed may be made, and exactly that. */
export type Agreement<Plan> =
  | { readonly kind: 'agreed'; readonly plan: Plan; readonly impact: ImpactDocument }
  /** Nobody said yes, and nobody needs to know more. */
  | { readonly kind: 'declined'; readonly plan: Plan; readonly impact: ImpactDocument }
  /** It was only to be shown, and was. */
  | { readonly kind: 'shown'; readonly exitCode: ExitCode };

/** Ends a command whose edits were only to be shown, or were declined. */
export function endUnmade(
  context: CommandContext,
  agreement: Exclude<Agreement<unknown>, { readonly kind: 'agreed' }>,
): ExitCode {
  if (agreement.kind === 'shown') {
    return agreement.exitCode;
  }
  context.tell({ json: { change: null, impact: agreement.impact }, text: 'Nothing was changed.' });
  return exitCodes.done;
}

/** Somebody who reads takes a while, and others edit meanwhile; but hardly so often. */
const looksMax = 5;

/**
 * Shows what edits would do, and asks where they would harm somebody. What was shown is what is agreed: when budgets,
 * teams, figures or anything else that it was made from has moved meanwhile, that is said and it is shown again. Raises
 * CommandError where nobody can be asked; nothing is changed here.
 */
export async function agreeOnImpact<Plan>(context: CommandContext, order: ImpactOrder<Plan>): Promise<Agreement<Plan>> {
  const { options, introduce, furtherFields, asksAlways = false } = order;
  let { plan, impact, isEdit } = await lookAt(context, order);
  if (options.dryRun === true) {
    tellImpact(context, order.installation, {
      impact,
      isEdit,
      introduction: introduce?.(plan),
      ...(furtherFields !== undefined && { further: furtherFields(plan) }),
    });
    return { kind: 'shown', exitCode: impact.held === undefined ? exitCodes.done : exitCodes.held };
  }
  for (let looks = 1; looks <= looksMax; looks += 1) {
    sayImpact(context, order.installation, { impact, isEdit, introduction: introduce?.(plan) });
    const document = documentOf(impact);
    if (options.yes === true || (impact.harms.length === 0 && !asksAlways)) {
      return { kind: 'agreed', plan, impact: document };
    }
    const answer = await askAbout(context, impact);
    if (answer === false) {
      return { kind: 'declined', plan, impact: document };
    }
    const now = await lookAt(context, order);
    if (now.impact.inputsHash === impact.inputsHash && now.impact.at.slice(0, 10) === impact.at.slice(0, 10)) {
      return { kind: 'agreed', plan: now.plan, impact: document };
    }
    context.note('Something has changed since this was shown, so that nothing was done. It is now:');
    ({ plan, impact, isEdit } = now);
  }
  throw new CommandError('Something changed each time it was shown, and nothing was done; try again later');
}

async function lookAt<Plan>(
  context: CommandContext,
  { installation, options, propose }: ImpactOrder<Plan>,
): Promise<{ readonly plan: Plan; readonly impact: ShownImpact; readonly isEdit: boolean }> {
  const { plan, edits, settingsAfter } = await propose();
  const isEdit = hasEdits(edits) || settingsAfter !== undefined;
  const settings = installation.readSettings();
  const order = {
    edits,
    atMs: momentOf(context, options),
    settings,
    ...(settingsAfter !== undefined && { settingsAfter }),
  };
  return { plan, impact: await showImpact(installation, order), isEdit };
}

/** The answer of somebody; raises CommandError where nobody is there to give one and somebody would be harmed. */
async function askAbout({ io, options }: CommandContext, impact: ShownImpact): Promise<boolean> {
  const harm = `This ${impact.harms.join('; it ')}.`;
  if (options.json !== true && io.confirm !== undefined) {
    return io.confirm(impact.harms.length === 0 ? 'Make these changes?' : `${harm} Do it?`);
  }
  if (impact.harms.length === 0) {
    return false;
  }
  throw new CommandError(
    `${harm} Nothing was changed, since nobody is here to be asked: add --yes to do it, or --dry-run to look at it`,
    exitCodes.wrongUsage,
    { impact: documentOf(impact) },
  );
}

interface Said {
  readonly impact: ShownImpact;
  /** There is something to change. */
  readonly isEdit: boolean;
  readonly introduction: string | undefined;
  readonly further?: Readonly<Record<string, unknown>>;
}

function tellImpact(context: CommandContext, installation: Installation, said: Said): void {
  context.tell({
    json: { ...documentOf(said.impact), ...said.further },
    text: `${textOf(context, installation, said)}\nNothing was changed.`,
  });
}

function sayImpact(context: CommandContext, installation: Installation, said: Said): void {
  const { edits, effects, harms } = said.impact;
  // Most settings move no limit: of those nothing is said.
  if (!hasEdits(edits) && effects.length + harms.length === 0) {
    return;
  }
  context.say(textOf(context, installation, said));
}

function textOf({ style }: CommandContext, installation: Installation, { impact, isEdit, introduction }: Said): string {
  const { unlimitedCredits } = installation.readSettings();
  const text = isEdit ? describeImpact(impact, { style, unlimitedCredits }) : 'There is nothing to change.';
  return introduction === undefined ? text : `${introduction}\n\n${text}`;
}

function documentOf(impact: ShownImpact): ImpactDocument {
  return impactDocument(impact) satisfies ImpactDocument;
}
