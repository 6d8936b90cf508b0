import { readFileSync } from 'node:fs';

import type { Plugin } from 'esbuild';

/** A part of a package that no function reaches, and that no bundler can leave out by itself. */
interface Cut {
  readonly file: RegExp;
  /** Gives the text of the file without it. */
  readonly without: (text: string, path: string) => string;
}

/**
 * The errors of clients of AWS that our code distinguishes by their class, that the SDK repeats a call for, or that have
 * another name on the wire. Any other is an error of its client with the same name, message and status. Clients that are
 * not named keep all of theirs.
 */
const errorsKept: Readonly<Record<string, readonly string[]>> = {
  dynamodb: ['ConditionalCheckFailedException', 'TransactionCanceledException', 'ReplicatedWriteConflictException'],
  kms: [],
  lambda: [],
  s3: [],
  'secrets-manager': [],
  ses: [
    'AccountSendingPausedException',
    'ConfigurationSetDoesNotExistException',
    'ConfigurationSetSendingPausedException',
    'LimitExceededException',
    'MailFromDomainNotVerifiedException',
    'MessageRejected',
  ],
  ssm: [],
};

/** Registers none of the other errors: a registration keeps the class, its schema and all that these refer to. */
function withoutErrors(text: string, path: string): string {
  const [, client = ''] = /client-([\w-]+)/u.exec(path) ?? [];
  const kept = errorsKept[client];
  return kept === undefined
    ? text
    : text.replaceAll(/^n0_registry\.registerError\(\w+\$, (\w+)\);$/gmu, (line, name: string) =>
        kept.includes(name) ? line : '',
      );
}

/**
 * A key or a number that is computed could do anything, so that its schema is kept. These keys are the constants of the
 * same file, and these numbers are whole.
 */
function withPlainSchemas(text: string): string {
  const constants = new Map(
    [...text.matchAll(/^const (_\w+) = ("[^"]*");$/gmu)].map(([, name, value]) => [name, value]),
  );
  return text
    .replaceAll(/\[(_\w+)\]:/gu, (key, name: string) => {
      const value = constants.get(name);
      return value === undefined ? key : `${value}:`;
    })
    .replaceAll(/\b(\d+) \| 0\b/gu, '$1');
}

/**
 * A schema of zod can say itself as JSON Schema, and answers from that what its checks allow. Nobody asks a schema:
 * `z.toJSONSchema` brings all that it needs, in the bundle alone that calls it.
 */
function withoutJsonSchema(text: string): string {
  return text
    .replaceAll(/^ *inst\._zod\.processJSONSchema = .*;$/gmu, '')
    .replaceAll(/\butil\.derived\(\{\n[^]*?\n\}, \{/gu, 'util.derived({}, {')
    .replace('createToJSONSchemaMethod(this, {})(params)', 'undefined')
    .replace(/createStandardJSONSchemaMethod\(this, "input"\)/u, 'undefined')
    .replace(/createStandardJSONSchemaMethod\(this, "output"\)/u, 'undefined');
}

/** By way of the list of the core, all of its functions are kept. */
function withOwnFileOfFunctions(text: string): string {
  return text
    .replace('import { util } from "../core/index.js";', 'import * as util from "../core/util.js";')
    .replaceAll('core.util.', 'util.');
}

/**
 * A schema can be turned into many others by methods, each of which keeps what it makes. These are never called: those
 * of formats are deprecated (`z.email()` and the like stay), and two schemas are never both asked for.
 */
function withoutMethodsOfSchemas(text: string): string {
  return text
    .replaceAll(/^ {4}\w+\(params\) \{\n {8}return this\.check\(core\._\w+\(Zod\w+, params\)\);\n {4}\},\n/gmu, '')
    .replace(/^ {4}and\(arg\) \{\n.+\n {4}\},\n/mu, '');
}

/** Nothing plugs into our runs, and no variable of the environment has a function load more code. */
function withoutPlugins(text: string): string {
  return text.replace('loadConfiguredPlugins(config?.plugins).then(createPluginRunner)', 'Promise.resolve({})');
}

/** Our runs are made of steps, waits and child contexts; whatever else is called of a durable context says that it is not there. */
function withoutOtherDurableOperations(text: string): string {
  const handlers =
    /\bcreate(?:(?:ConcurrentExecution|Invoke|Map|Parallel|WaitForCallback|WaitForCondition)Handler|Callback)\(this\._executionContext,|\bcreatePromiseHandler\(this\./gu;
  const refusal = "() => { throw new Error('this bundle holds steps, waits and child contexts alone'); }";
  return text.replaceAll(handlers, (call) => call.replace(/^\w+/u, `(${refusal})`));
}

const noSharedFiles = [
  "export { CONFIG_PREFIX_SEPARATOR } from './constants';",
  'export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });',
].join('\n');

/** Lambda gives a function its credentials in the environment: they are looked for nowhere else. */
function credentialsOfEnvironmentAlone(text: string): string {
  return text
    .replace(/^import \{ remoteProvider \}.*$/mu, '')
    .replace(
      /^export const defaultProvider = [^]+?^\], \w+\);$/mu,
      'export const defaultProvider = (init) => fromEnv(init);',
    );
}

const cuts: readonly Cut[] = [
  {
    file: /@aws\/durable-execution-sdk-js\/dist\/index\.mjs$/,
    without: (text) => withoutPlugins(withoutOtherDurableOperations(text)),
  },
  {
    file: /@aws-sdk\/client-[\w-]+\/dist-es\/schemas\/schemas_0\.js$/u,
    without: (...of) => withPlainSchemas(withoutErrors(...of)),
  },
  // Each would be made at a start; our code follows pages itself, and these go where nothing asks for them.
  {
    file: /lib-dynamodb\/dist-es\/pagination\/(?:Query|Scan)Paginator\.js$/u,
    without: (text) => text.replace('= createPaginator(', '= /* @__PURE__ */ createPaginator('),
  },
  // Of its package, a client says the version.
  {
    file: /@aws-sdk\/client-[\w-]+\/package\.json$/u,
    without: (text) => JSON.stringify({ version: (JSON.parse(text) as { readonly version: string }).version }),
  },
  // Made by each client and never asked: for endpoints that a command looks for, and for streams of events.
  { file: /@aws-sdk\/endpoint-cache\/dist-es\/index\.js$/u, without: () => 'export class EndpointCache {}' },
  { file: /@smithy\/signature-v4\/dist-es\/HeaderFormatter\.js$/u, without: () => 'export class HeaderFormatter {}' },
  // Never made: Node has the hash, and no client is told to retry in that mode.
  { file: /\/sha256\/Sha256Js\.js$/u, without: () => 'export class Sha256Js {}' },
  { file: /\/util-retry\/AdaptiveRetryStrategy\.js$/u, without: () => 'export class AdaptiveRetryStrategy {}' },
  // Of files nothing is sent, and no handler answers as a stream: the streams of files and of the web are not loaded for them.
  {
    file: /\/util-body-length\/calculateBodyLength\.js$/u,
    without: (text) => text.replace('{ ReadStream, ', '{ ').replace('body instanceof ReadStream', 'false'),
  },
  {
    file: /@middy\/core\/index\.js$/u,
    without: (text) => text.replace(/^import \{ ReadableStream \} from "node:stream\/web";$/mu, ''),
  },
  // What the browsers have for it would load all ciphers of the web beside those of Node.
  {
    file: /\/serde\/uuid\/v4\.js$/u,
    without: () => "import { randomUUID } from 'node:crypto'; export const bindV4 = () => () => randomUUID();",
  },
  // Lambda says everything in the environment: there are no files of a home, and nothing is asked of a machine.
  { file: /\/shared-ini-file-loader\/loadSharedConfigFiles\.js$/u, without: () => noSharedFiles },
  {
    file: /\/regionConfig\/getInstanceMetadataRegion\.js$/u,
    without: () => 'export const getInstanceMetadataRegion = async () => undefined;',
  },
  { file: /\/credential-provider-node\/dist-es\/defaultProvider\.js$/u, without: credentialsOfEnvironmentAlone },
  // Answers are streams of Node.
  {
    file: /\/util-stream\/sdk-stream-mixin\.browser\.js$/u,
    without: () => "export const sdkStreamMixin = () => { throw new Error('no stream of Node'); };",
  },
  {
    file: /zod\/v4\/classic\/schemas\.js$/u,
    without: (text) => withOwnFileOfFunctions(withoutMethodsOfSchemas(withoutJsonSchema(text))),
  },
];

/** Leaves out of a bundle what no function reaches. A file that has changed, so that nothing is left out, is an error. */
export function partsLeftOut(): Plugin {
  return {
    name: 'parts-left-out',
    setup(bundler) {
      for (const { file, without } of cuts) {
        bundler.onLoad({ filter: new RegExp(file.source) }, ({ path }) => {
          const text = readFileSync(path, 'utf8');
          const contents = without(text, path);
          return {
            contents,
            loader: path.endsWith('.json') ? 'json' : 'js',
            ...(contents.length === text.length && { errors: [{ text: `nothing of ${path} is left out any more` }] }),
          };
        });
      }
    },
  };
}
