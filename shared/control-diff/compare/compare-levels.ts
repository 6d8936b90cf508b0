import type { Json } from '../../controls/json.ts';
import { words } from '../../coverage/words.ts';
import type { Severity } from '../../notifications/severity.ts';
import { changed, loosened, tightened, type Verdict } from '../finding.ts';
import { graver } from '../severity-steps.ts';
import { describeValue } from '../words/describe-value.ts';
import { phraseList, quoted } from '../words/phrases.ts';
import { isLaxest, levelOfTool, type Move, moveOf, type ServerLevels } from './levels.ts';

const writing = new Set(
  words(`
  write create delete remove update edit push merge deploy exec execute run drop send post put patch publish apply upload
  set add kill terminate shell bash insert upsert truncate alter grant revoke restart stop start reboot approve reject
  close reopen comment reply invite transfer pay refund charge order book schedule cancel archive rename move copy
  import sync submit commit rebase tag release rollback revert scale purge wipe reset destroy disable enable change
  modify replace store save mutate sql eval invoke trigger dispatch assign unassign lock unlock rotate provision
  migrate flush clear evict drain cordon install uninstall unpublish erase overwrite append attach detach share
  unshare sign mint withdraw buy sell email message notify tweet click type fill navigate evaluate command cmd script
  powershell ssh terminal admin root sudo writer manage mgmt
  `),
);

/** A name that begins so reads, whatever follows: `list_created`, `get_post`. */
const reading = new Set(
  words(
    'get list read search query find fetch describe view show count check lookup browse explain head stat summarize',
  ),
);

const lengthMax = 200;

/** Whether a tool or server writes, by the words of its name: `drop_table`, `deleteIssue`. */
function isWritingName(name: string): boolean {
  const parts = name
    .slice(0, lengthMax)
    .replaceAll(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/u)
    .filter((part) => part !== '');
  const [first = ''] = parts;
  return reading.has(first)
    ? parts.some((part) => part === 'write' || part === 'execute')
    : parts.some((part) => writing.has(part));
}

interface Moved {
  readonly tool?: string;
  readonly from: Json | undefined;
  readonly to: Json | undefined;
  readonly move: Move;
}

interface ComparedLevels {
  readonly name: string;
  readonly severity: Severity;
  readonly before: ServerLevels;
  readonly after: ServerLevels;
  readonly otherwise?: { readonly before: Json | undefined; readonly after: Json | undefined };
}

/** Judges a server's levels. A tool's own level overrides its server's; one laxer level loosens the whole. */
export function verdictOnLevels(compared: ComparedLevels): Verdict | undefined {
  const moved = movesIn(compared);
  const of = (...moves: readonly Move[]): readonly Moved[] => moved.filter(({ move }) => moves.includes(move));
  const [lowered, left, raised] = [of('lowered', 'opened'), of('left'), of('raised', 'set-strict')];
  const { name } = compared;
  if (lowered.length > 0) {
    const effect = `${namesOf(name, lowered)} now ${isOne(lowered) ? 'runs' : 'run'} unasked at a lower level of autonomy${levels(lowered)}.`;
    return loosened(severityOf(compared, [...lowered, ...left]), effect);
  }
  if (left.length > 0) {
    const effect = `The organization no longer says how much autonomy ${namesOf(name, left)} ${isOne(left) ? 'requires' : 'require'}, so it may run without being asked for.`;
    return loosened(severityOf(compared, left), effect);
  }
  const unclear = of('unclear');
  if (unclear.length > 0 || compared.before.rest !== compared.after.rest) {
    const isSet = unclear.length > 0 && compared.before.rest === compared.after.rest && unclear.every(isSetOrLaxLeft);
    const notes = ['It may run unasked more often than before, or less often.'];
    const effect = `${unclear.length === 0 ? quoted(name) : namesOf(name, unclear)} now ${isOne(unclear) ? 'requires' : 'require'} another level of autonomy${levels(unclear)}.`;
    return changed(isSet ? 'low' : severityOf(compared, unclear), effect, { notes });
  }
  return raised.length === 0
    ? undefined
    : tightened(
        'info',
        `${namesOf(name, raised)} now ${isOne(raised) ? 'requires' : 'require'} a higher level of autonomy to run unasked${levels(raised)}.`,
      );
}

/** A known level is set where none was, or the laxest is unset: the severity depends on the platform's default. */
function isSetOrLaxLeft({ from, to }: Moved): boolean {
  return (from === undefined && moveOf(to, 'none') === 'lowered') || (to === undefined && isLaxest(from));
}

function movesIn({ before, after, otherwise }: ComparedLevels): readonly Moved[] {
  const [wasAll, isAll] = [before.ofAll ?? otherwise?.before, after.ofAll ?? otherwise?.after];
  const tools = new Set([...before.ofTools.keys(), ...after.ofTools.keys()]);
  const moves = [...tools].toSorted().map((tool): Moved => {
    const [from, to] = [levelOfTool({ ...before, ofAll: wasAll }, tool), levelOfTool({ ...after, ofAll: isAll }, tool)];
    return { tool, from, to, move: moveOf(from, to) };
  });
  return [...moves, { from: wasAll, to: isAll, move: moveOf(wasAll, isAll) }].filter(({ move }) => move !== 'same');
}

/** A tool that writes is more serious, and so are all tools of a server together. */
function severityOf({ name, severity, before, after }: ComparedLevels, moved: readonly Moved[]): Severity {
  const isServer = [before, after].some(({ isOfServer }) => isOfServer);
  const isGrave = moved.some(({ tool, to }) =>
    tool === undefined
      ? isWritingName(name) ||
        [...before.ofTools.keys(), ...after.ofTools.keys()].some(isWritingName) ||
        (isServer && isLaxest(to))
      : isWritingName(tool) || tool.includes('*'),
  );
  return isGrave || (moved.length > 0 && isWritingName(name)) ? graver('high', severity) : severity;
}

function isOne(moved: readonly Moved[]): boolean {
  return moved.length <= 1;
}

function namesOf(server: string, moved: readonly Moved[]): string {
  const tools = moved.flatMap(({ tool }) => (tool === undefined ? [] : [quoted(tool)]));
  const isAll = moved.some(({ tool }) => tool === undefined);
  if (tools.length === 0) {
    return quoted(server);
  }
  return `${phraseList(tools)}${isAll ? ' and all others' : ''} of ${quoted(server)}`;
}

function levels(moved: readonly Moved[]): string {
  const texts = [...new Set(moved.map(({ from, to }) => `${wordsOf(from)} → ${wordsOf(to)}`))];
  return texts.length === 0 ? '' : ` (${phraseList(texts)})`;
}

function wordsOf(level: Json | undefined): string {
  return describeValue(level);
}
