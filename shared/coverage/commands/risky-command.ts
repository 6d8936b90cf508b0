import { compareElements } from '../compare-elements.ts';
import { isSecretPath } from '../sensitive-path.ts';
import { risksOfArguments } from './risky-arguments.ts';
import { commandRisks, programs, type CommandRisk } from './risky-programs.ts';

/** Prefixes that start another command: `sudo -u root`, `timeout 5`, `A=1`, `git -C dir`. */
const wrappers =
  /^(?:(?:sudo|doas|gsudo|pkexec|env|nohup|time|timeout|nice|ionice|stdbuf|command|builtin|exec|xargs|watch|then|do|else|busybox|winpty|start|call|rtk|dotenv(?: run)?|direnv exec|aws-vault exec \S+ --|op run --|doppler run --)(?: +-\S+| +\/\w\b| +\d\S*)* +|&+ +|\w+=\S* +)+/iu;

const carriers =
  /^(?:\w*sh|cmd|powershell|pwsh|wsl|ssh|su|env|sudo|doas|runas|xargs|parallel|find|fd|forfiles|nsenter|chroot|docker|podman|nerdctl|kubectl|oc|heroku|eval|iex|invoke-expression|invoke-command|start-process|script|watch|busybox|psexec(?:64)?)$/u;
const carried: ReadonlySet<CommandRisk> = new Set(['destructive', 'exfiltrating', 'escalating']);

const commandsMax = 64;
const wordsMax = 24;
const lengthMax = 1000;

/**
 * Returns the worst risk of a command, or of a pattern of commands, by its words; undefined if it looks harmless. Pipes
 * and sequences have the risk of their worst part, `sudo` and the like that of the command they start. A command that
 * names a credentials file counts as exfiltrating.
 */
export function riskOfCommand(command: string): CommandRisk | undefined {
  const risks = risksOf(command);
  return commandRisks.find((risk) => risks.has(risk));
}

/** Whether a command is risky, or stands for any use of a network program, which can send any data. */
export function isDangerousCommand(command: string): boolean {
  const risks = risksOf(command);
  const isAnyUse = risks.has('wildcard') && hasProgram(plainText(command.slice(0, lengthMax)), 'network');
  return (
    isAnyUse || (['destructive', 'exfiltrating', 'escalating', 'remote-code'] as const).some((risk) => risks.has(risk))
  );
}

function risksOf(command: string): ReadonlySet<CommandRisk> {
  const text = plainText(command.slice(0, lengthMax));
  const parts = text.split(/&&|\|\||[;|&\n\r`]|\$\(/u, commandsMax).map((part) => part.trim());
  const piped = text.split(/(?<!\|)\|(?!\|)/u, commandsMax).slice(1);
  const isPipedToShell = piped.some((part) => hasProgram(part, 'shell') || hasProgram(part, 'interpreter'));
  const substituted = [...text.matchAll(/[<$]\(([^()]*)\)/gu)].map(([, inner = '']) => inner.trim());
  const isFetched = substituted.some((part) => hasProgram(part, 'network')) && hasProgram(text, 'shell');
  return new Set([
    ...[text, ...parts].flatMap(risksOfSimple),
    ...(isPipedToShell || isFetched ? (['remote-code'] as const) : []),
  ]);
}

function plainText(command: string): string {
  const [, called, named] = toolWords.exec(command) ?? [];
  return (called ?? named ?? command)
    .replace(/^\s*\/?\^/u, '')
    .replaceAll(/\\s[+*]?/gu, ' ')
    .replaceAll(/\.\*\??|\\S[+*]/gu, '*')
    .replaceAll(/\\b|\$\/?\s*$/gu, '')
    .replaceAll(/\\([.\-/|(){}[\]])/gu, '$1')
    .replaceAll(/:\*/gu, ' *')
    .replaceAll(/[ \t]+/gu, ' ')
    .trim();
}

const toolWords =
  /^\s*(?:bash|shell|execute|exec|powershell|terminal|run|cmd|command|re|regex|glob|prefix)(?:\((.*)\)|:(.*))\s*$/isu;

function hasProgram(command: string, risk: CommandRisk): boolean {
  const started = command.trim().replace(wrappers, '');
  const [program = ''] = started.split(/[\s|;&(]/u);
  return programs[risk]?.has(nameOf(program)) ?? false;
}

/** Whether a program may start any other: a shell always, an interpreter unless its file is given. */
export function runsAnything(command: string): boolean {
  const [program = '', ...rest] = command.trim().split(/\s+/u);
  const name = nameOf(program);
  const namesScript = rest.some((word) => !word.startsWith('-') && !word.includes('*'));
  return isIn('shell', name) || (isIn('interpreter', name) && (!namesScript || rest.some(isInlineFlag)));
}

/** Whether a pattern covers every command that another pattern covers; `git *` covers `git push`. */
export function commandCovers(pattern: string, command: string): boolean {
  const coverage = compareElements('command', command, pattern);
  return coverage === 'wider' || coverage === 'equal';
}

function risksOfSimple(command: string): readonly CommandRisk[] {
  const started = command.replace(wrappers, '');
  const wrapped = command.slice(0, command.length - started.length);
  const shown = started === '' ? command : started;
  const name = nameOf(shown.split(' ')[0] ?? '');
  return [
    ...risksAt(shown),
    ...(wrapped === '' || started === '' ? [] : risksAt(command)),
    ...wrapped
      .split(' ')
      .filter((word) => isIn('escalating', nameOf(word)))
      .map(() => 'escalating' as const),
    ...(carriers.test(name) ? carriedRisks(shown) : []),
    ...(namesSecrets(started) ? (['exfiltrating'] as const) : []),
    ...(command.includes('*') ? (['wildcard'] as const) : []),
  ];
}

function carriedRisks(command: string): readonly CommandRisk[] {
  const words = command
    .replaceAll(/["'{}]/gu, ' ')
    .trim()
    .split(/ +/u)
    .slice(0, wordsMax);
  return words
    .flatMap((_word, at) => (at === 0 ? [] : risksAt(words.slice(at).join(' '))))
    .filter((risk) => carried.has(risk));
}

function risksAt(command: string): readonly CommandRisk[] {
  const [program = ''] = command.split(' ', 1);
  const name = nameOf(program);
  const args = command.slice(program.length);
  const spellings = new Set([args, args.toLowerCase(), args.toLowerCase().replaceAll(/["']/gu, '')]);
  // A variable, a substitution or a list of alternatives may stand for any program.
  const isHidden = /[$`{}[\]]/u.test(program);
  return [
    ...[...spellings].flatMap((each) => risksOfArguments(name, each)),
    ...commandRisks.filter((risk) => isIn(risk, name) || (risk === 'shell' && isHidden)),
  ];
}

function isIn(risk: CommandRisk, name: string): boolean {
  return programs[risk]?.has(name) ?? false;
}

function namesSecrets(command: string): boolean {
  return command
    .split(' ')
    .slice(1)
    .some((word) => !word.startsWith('-') && isSecretFile(word));
}

/** The word must hold a path: a bare `credentials` or `secrets` may be a subcommand. */
function isSecretFile(word: string): boolean {
  const path = word.replaceAll(/^["'@]+|["']+$/gu, '');
  return /[/.~\\]/u.test(path) && !['/', '~', '.', '\\'].includes(path) && isSecretPath(path);
}

function isInlineFlag(word: string): boolean {
  return ['-c', '-e', '-r', '-p', '--eval', '--print', 'eval', 'exec', 'run'].includes(word);
}

function nameOf(program: string): string {
  const name = program.replaceAll(/["']/gu, '').split(/[/\\]/u).at(-1) ?? '';
  return name
    .toLowerCase()
    .replace(/\.(?:exe|cmd|bat|com|ps1)$/u, '')
    .replace(/\*+$/u, '')
    .replace(/^(python|ruby|node|perl|php)[\d.]+$/u, '$1');
}
