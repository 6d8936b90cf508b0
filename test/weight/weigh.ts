import { runOrder } from './run-order.ts';
import { sourceTree } from './source-tree.ts';
import { syntaxCounts } from './syntax-counts.ts';
import { topicFolders } from './topic-folders.ts';

/** One figure of the house. */
export interface Figure {
  readonly name: string;
  readonly unit?: string;
  /** When the wanted figures were set, on 27 November 2026. */
  readonly first?: number;
  readonly today: number;
  /** At most. */
  readonly wanted: number;
  /** What is in the way. */
  readonly detail?: string;
  /** What is counted, in a sentence. */
  readonly counts: string;
}

const foldersMax = 4;

/** Weighs the tree below a folder. Takes some ten seconds. */
export function weigh(root: string): readonly Figure[] {
  const { code, tests } = sourceTree(root);
  const sum = (files: typeof code) => files.reduce((lines, file) => lines + file.lines, 0);
  const lines = sum(code);
  const counted = syntaxCounts(code);
  const folders = topicFolders(code.map(({ path }) => path));
  const wide = [...folders].filter(([, count]) => count > foldersMax);
  const order = runOrder(
    root,
    'functions/enforce-budgets.ts',
    'shared/wiring/handlers/enforce-handler.ts',
    'shared/enforcement/use-cases/enforce-budgets.ts',
  );
  const inThousand = (count: number, of: number) => round((count / of) * 1_000);
  return [
    {
      name: 'lines outside tests',
      first: 139_744,
      today: lines,
      wanted: 115_000,
      counts: 'All lines of .ts and .tsx outside test/ and findings/, comments and empty ones included.',
    },
    { name: 'files', first: 1_631, today: code.length, wanted: 1_150, counts: 'The files of these lines.' },
    {
      name: 'types in 1,000 lines',
      first: 19.3,
      today: inThousand(counted.types, lines),
      wanted: 14,
      counts: 'Declarations of interfaces and type aliases.',
    },
    {
      name: 'Pick in 1,000 lines',
      first: 4.5,
      today: inThousand(counted.picks, lines),
      wanted: 1,
      counts: 'Uses of the type Pick.',
    },
    {
      name: 'conditional spreads',
      first: 347,
      today: counted.conditionalSpreads,
      wanted: 60,
      counts: '...(x !== undefined && { … }) in an object.',
    },
    {
      name: 'late imports outside pages',
      first: 188,
      today: counted.lateImports,
      wanted: 40,
      counts: 'Calls of import(), but for those of the table of the console’s pages (the 188 had these too).',
    },
    {
      name: 'comments',
      unit: ' %',
      first: 9.2,
      today: round((counted.commentLines / lines) * 100),
      wanted: 6.5,
      counts: 'Lines that hold a part of a comment, of all lines.',
    },
    {
      name: 'odd words in 1,000 of comments',
      first: 8.4,
      today: inThousand(counted.oddWords, counted.commentWords),
      wanted: 1,
      counts: 'whoever, nobody, somebody, everybody, by now, as it is, so long, none of.',
    },
    {
      name: 'folders of the widest topic',
      today: Math.max(...folders.values()),
      wanted: foldersMax,
      detail: wide.map(([topic, count]) => `${topic} ${count}`).join(', '),
      counts:
        'Rooms with a file that has the topic’s word in its path: a topic of shared/ with the folders in it, each other folder at the top. The 18 folders of readiness and the 22 of sessions were counted with those within.',
    },
    {
      name: 'order of a run: files',
      first: 46,
      today: order.files.size,
      wanted: 25,
      counts:
        'From the function of enforce: files of the functions that it enters and of the types they name; not pure rules, adapters, wiring.',
    },
    {
      name: 'order of a run: climbs',
      first: 14,
      today: order.climbs.size,
      wanted: 5,
      detail: [...order.climbs].join(', '),
      counts: 'Fields that hold a function of a caller and are called on the way.',
    },
    {
      name: 'order of a run: names',
      first: 104,
      today: order.names.size,
      wanted: 60,
      counts: 'Types that these functions name, but for objects with methods.',
    },
    {
      name: 'lines of tests',
      first: 115_883,
      today: sum(tests),
      wanted: 115_883,
      counts: 'All lines of .ts and .tsx in test/.',
    },
  ];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
