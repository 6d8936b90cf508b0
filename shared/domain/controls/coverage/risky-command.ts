import { compareElements } from './compare-elements.ts';
import { isSecretPath } from './sensitive-path.ts';
import { words } from './words.ts';

/** The risks of a command, worst first. `wildcard`: any command. */
const commandRisks = ['destructive', 'exfiltrating', 'shell', 'interpreter', 'network', 'wildcard'] as const;
export type CommandRisk = (typeof commandRisks)[number];

const programs: Readonly<Record<Exclude<CommandRisk, 'wildcard'>, ReadonlySet<string>>> = {
  destructive: new Set(
    words(`
  rm rmdir dd mkfs shred wipefs fdisk parted truncate unlink del erase format remove-item shutdown reboot halt
  poweroff killall pkill userdel dropdb diskpart
  `),
  ),
  exfiltrating: new Set(
    words(`
  scp sftp ftp tftp rsync rclone nc ncat netcat socat printenv gsutil s3cmd mail sendmail croc wormhole ngrok
  cloudflared azcopy
  `),
  ),
  shell: new Set(
    words(`
  sh bash zsh dash ksh fish csh tcsh cmd powershell pwsh eval exec source su sudo doas xargs env chroot nsenter
  `),
  ),
  interpreter: new Set(
    words(`
  python python2 python3 node nodejs deno bun ruby perl php lua osascript awk npx bunx pnpx uvx uv pipx docker
  podman nerdctl java tsx ts-node r busybox toybox tclsh expect gdb
  `),
  ),
  network: new Set(
    words(`
  curl wget ssh telnet http https xh aria2c lynx dig nslookup host ping invoke-webrequest iwr aws gcloud az gh
  openssl nmap invoke-restmethod
  `),
  ),
};

/** Programs that are harmless except with some arguments. */
const riskyArguments: readonly (readonly [CommandRisk, RegExp])[] = [
  ['exfiltrating', /^env$/u],
  ['interpreter', /^kubectl\b.* (?:exec|run|debug|cp)\b/u],
  ['network', /^(?:npm|pnpm|yarn|bun|pip3?|gem|cargo|go|brew|apt|apt-get|uv) (?:pip )?(?:install|i|ci|add|get)\b/u],
  ['network', /^(?:kubectl|helm)\b/u],
  [
    'destructive',
    /^git (?:push .*(?:--force|-f\b|--mirror|--delete| \+)|reset .*--hard|clean\b|filter-branch|branch -D)/u,
  ],
  ['destructive', /^(?:terraform|tofu|pulumi|cdk) destroy\b|^terraform apply .*-destroy/u],
  [
    'destructive',
    /^(?:kubectl|helm|gh|aws|gcloud|az|heroku|flyctl|doctl)\b.* (?:delete|terminate|uninstall|destroy|rm|rb|remove|purge)\b/u,
  ],
  ['destructive', /^aws\b.* (?:delete|terminate)-/u],
  [
    'destructive',
    /^(?:docker|podman)\b.* (?:prune|rm|rmi)\b|^crontab -r\b|^iptables .*(?:-F|--flush)\b|^kill\b.* -1\b/u,
  ],
  ['destructive', /^find\b.* -(?:delete|exec)\b|^(?:chmod|chown|chgrp)\b.* (?:-R|--recursive)\b|^mkfs\./u],
  ['destructive', /\b(?:drop|truncate) (?:table|database|schema)\b|>\s*\/dev\/(?:sd|nvme|disk)|:\s*\(\)\s*\{/iu],
  [
    'exfiltrating',
    /^(?:curl|http|https|xh)\b.* (?:-d|-F|-T|--data\S*|--form|--upload-file|--json|-X ?(?:POST|PUT)|POST|PUT)\b/u,
  ],
  [
    'exfiltrating',
    /^wget\b.* --(?:post|body|method)\S*|^aws s3 (?:cp|sync|mv)\b|^(?:gcloud storage|az storage) \S*cp\b/u,
  ],
  [
    'network',
    /^git (?:push|clone|fetch|pull|remote)\b|^(?:npm|pnpm|yarn|cargo|gem|twine|docker) (?:publish|push|login)\b/u,
  ],
  [
    'interpreter',
    /^(?:npm|pnpm|yarn|bun) (?:exec|dlx|x|create|init)\b|^(?:go|cargo|dotnet) run\b|^(?:vi|vim|nvim|emacs)\b/u,
  ],
];

const wrappers =
  /^(?:(?:sudo|doas|env|nohup|time|timeout|nice|command|builtin|exec|xargs|watch)(?: +-\S+| +\d\S*)* +|\w+=\S* +)+/u;
const commandsMax = 64;

/**
 * The worst risk of a command, or of a pattern of commands, by its words; undefined for one that looks harmless. Pipes
 * and sequences have the risk of their worst part, `sudo` and its like that of what they start, and a command that names
 * a file of credentials counts as exfiltrating.
 */
export function riskOfCommand(command: string): CommandRisk | undefined {
  const text = command.replaceAll(/[ \t]+/gu, ' ').trim();
  const parts = text.split(/&&|\|\||[;|&\n\r`]|\$\(/u, commandsMax).map((part) => part.trim());
  const risks = new Set([risksOfSimple(text), ...parts.map(risksOfSimple)].flat());
  return commandRisks.find((risk) => risks.has(risk));
}

/**
 * Whether a program that starts any other one is left to do so: a shell always, an interpreter or a launcher unless
 * it is told which file or package.
 */
export function runsAnything(command: string): boolean {
  const [program = '', ...rest] = command.trim().split(/\s+/u);
  const name = nameOf(program);
  const namesScript = rest.some((word) => !word.startsWith('-') && !word.includes('*'));
  return programs.shell.has(name) || (programs.interpreter.has(name) && (!namesScript || rest.some(isInlineFlag)));
}

/** Whether a pattern covers every command that another pattern covers; `git *` covers `git push`. */
export function commandCovers(pattern: string, command: string): boolean {
  const coverage = compareElements('command', command, pattern);
  return coverage === 'wider' || coverage === 'equal';
}

function risksOfSimple(command: string): readonly CommandRisk[] {
  const started = command.replace(wrappers, '');
  const [program = ''] = (started === '' ? command : started).split(' ');
  const name = nameOf(program);
  const plain = `${name}${started.slice(program.length)}`;
  // What a variable, a substitution or a list of alternatives stands for may be any program.
  const isHidden = /[$`{}[\]]/u.test(program);
  const risks = commandRisks.filter(
    (risk) => (risk !== 'wildcard' && programs[risk].has(name)) || (risk === 'shell' && isHidden),
  );
  const named = riskyArguments.filter(([, words]) => words.test(plain)).map(([risk]) => risk);
  const namesSecrets = started
    .split(' ')
    .slice(1)
    .some((word) => !word.startsWith('-') && isSecretFile(word));
  return [
    ...named,
    ...risks,
    ...(namesSecrets ? (['exfiltrating'] as const) : []),
    ...(command.includes('*') ? (['wildcard'] as const) : []),
  ];
}

/** A word that holds a path: a bare `credentials` or `secrets` may be a subcommand. */
function isSecretFile(word: string): boolean {
  const path = word.replaceAll(/^["'@]+|["']+$/gu, '');
  return /[/.~]/u.test(path) && !['/', '~', '.'].includes(path) && isSecretPath(path);
}

function isInlineFlag(word: string): boolean {
  return ['-c', '-e', '-r', '-p', '--eval', '--print', 'eval', 'exec', 'run'].includes(word);
}

/** The name without folder and extension, in lower case. */
function nameOf(program: string): string {
  const name = program.replaceAll(/["']/gu, '').split(/[/\\]/u).at(-1) ?? '';
  return name
    .toLowerCase()
    .replace(/\.(?:exe|cmd|bat)$/u, '')
    .replace(/\*+$/u, '')
    .replace(/^(python|ruby|node|perl|php)[\d.]+$/u, '$1');
}
