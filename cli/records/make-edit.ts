import type { ApiClient } from '../../shared/kernel/api/client/api-client.ts';
import { Problem } from '../../shared/kernel/api/problem.ts';
import type { OperationDocument, OperationGiven } from '../../shared/kernel/contract/contracts.ts';
import type { CallTerms } from '../../shared/kernel/contract/operation-call.ts';
import type { RecordCodec } from '../../shared/kernel/records/contract/record.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { atOf, type ImpactOptions } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { printAnswer } from '../frame/connection/show-answer.ts';
import { withApi } from '../frame/connection/with-api.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { waysJson } from '../grants/describe-ways.ts';
import { describeImpact } from './describe-impact.ts';
import { changedIn, describeChange } from './record-rows.ts';

/** What an edit would do, as the API shows it. */
export type LookedAt = OperationDocument<'showImpact'>;

/** How an edit is made: on the version that was seen, and exactly as confirmed where a question was asked. */
export interface MakeTerms {
  readonly query: { readonly at?: string; readonly agreed?: string };
  readonly call: CallTerms;
}

interface EditOrder<Made> {
  /** Reads its impact; again when something moved meanwhile. */
  readonly look: (api: ApiClient) => Promise<LookedAt>;
  /** What is said before the impact. */
  readonly introduce?: (lookedAt: LookedAt, style: Style) => string;
  readonly options: ImpactOptions;
  readonly make: (api: ApiClient, terms: MakeTerms) => Promise<Made>;
  /** Asks even where no person is harmed. */
  readonly asksAlways?: boolean;
}

/** How an edit that was made is told. */
interface TellsEdit<Made> {
  readonly tell: (made: Made, lookedAt: LookedAt) => string;
  /** Nothing was changed, so that nothing takes effect. */
  readonly isIdle?: (made: Made, lookedAt: LookedAt) => boolean;
  /** Beside what takes effect when. */
  readonly notes?: (made: Made) => readonly string[];
  /** When it takes effect, where jobs run by themselves and where they do not. */
  readonly effect?: (isRunning: boolean, lookedAt: LookedAt) => string;
  readonly as?: (made: Made) => object;
}

/** What came of showing the impact of an edit. */
type Agreement<Made> =
  | { readonly kind: 'made'; readonly made: Made; readonly lookedAt: LookedAt }
  /** It was declined, and no person needs to know more. */
  | { readonly kind: 'declined'; readonly lookedAt: LookedAt }
  /** It was only to be shown, and was. */
  | { readonly kind: 'shown'; readonly exitCode: ExitCode };

/** Looks at one edit through the API: what it takes is what its own operation takes. */
export function lookAtEdit(
  edit: OperationGiven<'showImpact'>['body'],
  options: ImpactOptions,
): (api: ApiClient) => Promise<LookedAt> {
  return async (api) => (await api.read('showImpact', { ...atOf(options), body: edit })).document;
}

/** Makes one edit once its impact is shown, and tells it: what was made, with the impact. */
export async function makeEdit<Made extends object>(
  context: CommandContext,
  order: EditOrder<Made>,
  { tell, isIdle, notes, effect = effectNote, as = (made) => made }: TellsEdit<Made>,
): Promise<ExitCode> {
  const { agreement, isRunning } = await withApi(context, async (api) => ({
    agreement: await agreeAndMake(context, api, order),
    isRunning: api.isRunning,
  }));
  switch (agreement.kind) {
    case 'shown':
      return agreement.exitCode;
    case 'declined':
      context.print({ json: { change: null, impact: agreement.lookedAt.impact }, text: 'Nothing was changed.' });
      return exitCodes.done;
    case 'made': {
      const { made, lookedAt } = agreement;
      const effects = isIdle?.(made, lookedAt) === true ? [] : [effect(isRunning, lookedAt)];
      return printAnswer(context, made, {
        text: () => tell(made, lookedAt),
        notes: () => [...effects, ...(notes?.(made) ?? [])],
        as: () => ({ ...as(made), impact: lookedAt.impact }),
      });
    }
  }
}

/** When an edit that was made takes effect; without what it was looked at with, nothing is known of whom it binds. */
export function effectNote(isRunning: boolean, lookedAt?: LookedAt): string {
  if (lookedAt !== undefined && bindsNobody(lookedAt)) {
    return 'It takes effect once it binds someone.';
  }
  return isRunning
    ? 'It takes effect within a minute, unless a guard holds it.'
    : 'No installation runs here: it takes effect with the next run, or now with "npx curfew apply".';
}

/** A budget of a team or person that is not there, or whose people all have another. */
function bindsNobody({ impact: { edits, warnings } }: LookedAt): boolean {
  const idle = new Set(warnings.flatMap(({ kind, scope }) => (kind === 'binds-nobody' ? [scope] : [])));
  return (
    edits.length > 0 && edits.every(({ record, after }) => record === 'budget' && idle.has(String(after?.['scope'])))
  );
}

/** The words of an edit of one record: what was changed of it, or that it is like that already. */
export function tellsChange<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  key: Key,
): Pick<TellsEdit<OperationDocument<'setBudget'>>, 'tell' | 'isIdle'> {
  return {
    isIdle: ({ change }) => change === null,
    tell(made) {
      if (made.change === null) {
        return `${titleOf(record.kind.title(key))} is like that already; nothing was changed.`;
      }
      const done = { add: 'added', change: 'changed', remove: 'removed' }[made.change];
      const title = titleOf(record.kind.title(changedIn(record, made)));
      return `${title} was ${done}: ${plainText(describeChange(record, made))}.`;
    },
  };
}

function titleOf(title: string): string {
  const shown = plainText(title);
  return shown.startsWith('the ') ? `T${shown.slice(1)}` : shown;
}

/** Somebody who reads takes a while, and others edit meanwhile; but hardly so often. */
const looksMax = 5;

/**
 * Shows what an edit would do, asks where it would harm people, and makes it. What was shown is what is agreed: the
 * api refuses it where budgets, teams, figures or anything else that it was made from has moved meanwhile; that is
 * said, and it is shown again. Raises CommandError where no one can be asked; then nothing is changed.
 */
export async function agreeAndMake<Made>(
  context: CommandContext,
  api: ApiClient,
  order: EditOrder<Made>,
): Promise<Agreement<Made>> {
  const { look, options } = order;
  const first = await look(api);
  if (options.dryRun === true) {
    return printImpact(context, first, order);
  }
  for (let [looks, lookedAt] = [1, first]; looks <= looksMax; [looks, lookedAt] = [looks + 1, await look(api)]) {
    sayImpact(context, lookedAt, order);
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
    `${harm} Nothing was changed, since there is no terminal to ask on: add --yes to do it, or --dry-run to look at it`,
    exitCodes.wrongUsage,
    { impact },
  );
}

type Introduced = Pick<EditOrder<unknown>, 'introduce'>;

/** The impact of an edit for people, behind what introduces it. */
export function impactText({ style }: CommandContext, lookedAt: LookedAt, { introduce }: Introduced = {}): string {
  const text = lookedAt.isEdit ? describeImpact(lookedAt, style) : 'There is nothing to change.';
  return introduce === undefined ? text : `${introduce(lookedAt, style)}\n\n${text}`;
}

function printImpact(context: CommandContext, lookedAt: LookedAt, order: Introduced): Agreement<never> {
  const { impact, topUp, setting } = lookedAt;
  context.print({
    json: { ...impact, ...(topUp && waysJson(topUp)), ...setting },
    text: `${impactText(context, lookedAt, order)}\nNothing was changed.`,
  });
  return { kind: 'shown', exitCode: impact.held === null ? exitCodes.done : exitCodes.held };
}

function sayImpact(context: CommandContext, lookedAt: LookedAt, order: Introduced): void {
  const { edits, changes, asksBecause } = lookedAt.impact;
  // Most settings move no limit: of those nothing is said.
  if (edits.length + changes.length + asksBecause.length > 0) {
    context.say(impactText(context, lookedAt, order));
  }
}
