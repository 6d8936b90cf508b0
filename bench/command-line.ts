export interface Benchmark {
  readonly name: string;
  readonly isBetter: 'lower' | 'higher';
  /** One line for `--help`. */
  readonly about: string;
  /** The options that it takes beside `--json`, each with its default, as they are written in `--help`. */
  readonly options?: readonly string[];
}

/** Every benchmark, in the order in which they run: the longest comes last. */
export const benchmarks: readonly Benchmark[] = [
  {
    name: 'nights',
    isBetter: 'lower',
    about: 'days under Curfew, under AWS’s quota monitor and under an hourly tracker, with the same people',
    options: ['--users 24', '--rounds 2', '--nights 5'],
  },
  {
    name: 'day',
    isBetter: 'lower',
    about: 'a day of all jobs: units written and calls of the platform, beside an earlier build',
    options: ['--users 250', '--sessions 12'],
  },
  {
    name: 'validation',
    isBetter: 'lower',
    about: 'a page of people read by its schema, beside JSON.parse, ajv and valibot',
    options: ['--rounds 15', '--pages 50'],
  },
  {
    name: 'control-diff',
    isBetter: 'lower',
    about: 'edits of the controls compared beside five libraries: time, operations, secrets',
    options: ['--rounds 15'],
  },
  {
    name: 'division',
    isBetter: 'higher',
    about: 'pools divided beside the optimum of a linear program, a naive loop and an equal split',
    options: ['--users 150', '--rounds 5', '--pieces 48'],
  },
  {
    name: 'core',
    isBetter: 'lower',
    about: 'what a plan computes for very many people, over one bare pass of the same figures in typed arrays',
    options: ['--users 100000', '--rounds 9'],
  },
  {
    name: 'forecast',
    isBetter: 'lower',
    about: 'forecasts of months beside a straight line and a seasonal naive one',
    options: ['--organizations 30', '--seeds 101,102,103'],
  },
  {
    name: 'pools',
    isBetter: 'higher',
    about: 'what each policy grants of what a clairvoyant would, on traces of wanted use',
    options: ['--seeds 101,102,103'],
  },
  {
    name: 'live',
    isBetter: 'higher',
    about: 'what live giving grants between the nights',
    options: ['--seeds 101,102,103', '--cap 0', '--only'],
  },
  {
    name: 'controls-backfill',
    isBetter: 'lower',
    about: 'a first run over a long history of the controls, and a run that finds nothing new',
    options: ['--revisions 1000,10000'],
  },
  {
    name: 'million',
    isBetter: 'lower',
    about: 'what grows with an organization until it breaks: a bill in one answer, a list in one item',
    options: ['--users 100000,200000,1000000'],
  },
  {
    name: 'impact',
    isBetter: 'lower',
    about: 'the impact of an edit beside the nightly division',
    options: ['--users 10000'],
  },
  {
    name: 'exports',
    isBetter: 'lower',
    about: 'a year of use written to a file: memory beside the goal',
    options: ['--users 10000', '--format csv'],
  },
  {
    name: 'channels',
    isBetter: 'lower',
    about: 'a night of 1,000 alerts told to five channels, beside one without channels',
    options: ['--users 1000', '--rounds 3'],
  },
  { name: 'bundles', isBetter: 'lower', about: 'what a cold start of each function reads, and how long it takes' },
  { name: 'cli', isBetter: 'lower', about: 'how long commands take beside node -e 0' },
  {
    name: 'admin-api',
    isBetter: 'higher',
    about: 'calls a second of the admin API beside an empty server',
    options: ['--readers 1000', '--writers 50', '--seconds 10'],
  },
  {
    name: 'console',
    isBetter: 'lower',
    about: 'what each page of the console weighs, and how long its figures take',
    options: ['--users 5000', '--times 10', '--rounds 3', '--state'],
  },
  {
    name: 'hook',
    isBetter: 'lower',
    about: 'the hook beside an empty process, and the events its intake takes',
    options: ['--machines 400', '--seconds 10'],
  },
  {
    name: 'night-at-scale',
    isBetter: 'lower',
    about: 'nights of up to 100,000 people beside the least they can do with',
    options: [
      '--users 1000,10000,100000',
      '--kinds first,steady,edits,weekly reread,window start',
      '--heap-mb 300',
      '--rows',
    ],
  },
];

export type BenchOrder =
  | { readonly kind: 'help' }
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'run';
      readonly benchmarks: readonly Benchmark[];
      readonly isJson: boolean;
      readonly options: readonly string[];
    };

/** Reads `bench [NAME…] [--json] [--OPTION VALUE…]`. Options are those of a single benchmark: which, its name says. */
export function readBenchOrder(args: readonly string[]): BenchOrder {
  if (args.includes('--help') || args.includes('-h')) {
    return { kind: 'help' };
  }
  const rest = args.filter((argument) => argument !== '--json');
  const firstOption = rest.findIndex((argument) => argument.startsWith('--'));
  const names = firstOption === -1 ? rest : rest.slice(0, firstOption);
  const options = firstOption === -1 ? [] : rest.slice(firstOption);
  const unknown = names.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0) {
    const known = benchmarks.map(({ name }) => name).join(', ');
    return { kind: 'refused', reason: `There is no benchmark ${unknown.join(', ')}: ${known}.` };
  }
  const chosen = benchmarks.filter(({ name }) => names.length === 0 || names.includes(name));
  const [only] = chosen.length === 1 ? chosen : [];
  const foreign = options.find((option) => option.startsWith('--') && !hasOption(only, option));
  if (foreign !== undefined) {
    const reason =
      only === undefined
        ? `${foreign} needs the name of one benchmark before it`
        : `${only.name} has no option ${foreign}`;
    return { kind: 'refused', reason: `${reason}: see --help.` };
  }
  return { kind: 'run', benchmarks: chosen, isJson: args.includes('--json'), options };
}

function hasOption(benchmark: Benchmark | undefined, option: string): boolean {
  const [name] = option.split('=');
  return benchmark?.options?.some((own) => own.split(' ')[0] === name) === true;
}

export function benchHelp(): string {
  const width = Math.max(...benchmarks.map(({ name }) => name.length));
  const lines = benchmarks.flatMap(({ name, about, options = [] }) => [
    `  ${name.padEnd(width)}  ${about}`,
    ...(options.length === 0 ? [] : [`  ${''.padEnd(width)}  ${options.join(' ')}`]),
  ]);
  return [
    'npm run bench                                   every benchmark, one after the other, as a table of ratios',
    'npm run bench -- validation control-diff        those alone',
    'npm run bench -- division                       that alone, with its own tables',
    'npm run bench -- division --users 500 --json    its own options, and its whole document',
    '',
    ...lines,
    '',
    'Options are shown with their defaults. docs/benchmarks.md says how to read the table.',
  ].join('\n');
}
