import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { Settings } from '../shared/contracts/settings.ts';
import { CannotStartError } from './cannot-start-error.ts';

const fileCharsMax = 100_000;
const demoAdmin = 'finops@demo.example';

/**
 * The settings of an installation, from its file when there is one. On the demo the admin is a made-up one unless the
 * file names others. Raises CannotStartError with one message that names everything that is wrong.
 */
export function readSettings(file: string, { isDemo }: { readonly isDemo: boolean }): Settings {
  const parsed = Settings.safeParse(contentOf(file) ?? {});
  if (!parsed.success) {
    const faults = parsed.error.issues.map(
      ({ path, message }) => `  ${[path.map(String).join('.'), message].filter((part) => part !== '').join(': ')}`,
    );
    throw new CannotStartError(`The settings in ${file} are not valid:\n${faults.join('\n')}`);
  }
  const { admins } = parsed.data;
  return admins.length === 0 && isDemo ? { ...parsed.data, admins: [demoAdmin] } : parsed.data;
}

function contentOf(file: string): unknown {
  const text = textOf(file);
  if (text === undefined) {
    return undefined;
  }
  if (text.length > fileCharsMax) {
    throw new CannotStartError(`${file} is too long: settings have at most ${fileCharsMax} characters`);
  }
  const { LineCounter, parseDocument } = yaml();
  const lineCounter = new LineCounter();
  // A pretty message would quote the file.
  const document = parseDocument(text, { logLevel: 'silent', prettyErrors: false, lineCounter });
  const [fault] = document.errors;
  if (fault !== undefined) {
    const { line } = lineCounter.linePos(fault.pos[0]);
    throw new CannotStartError(`${file} is not YAML that can be read: line ${line}: ${fault.message}`);
  }
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    if (!(error instanceof ReferenceError)) {
      throw error;
    }
    throw new CannotStartError(`${file} uses aliases; write the values out`);
  }
}

/** Loaded where there is a file to be read: most installations on one machine have none. */
function yaml(): typeof Yaml {
  return createRequire(import.meta.url)('yaml') as typeof Yaml;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return undefined;
    }
    throw new CannotStartError(`${file} cannot be read`, { cause: error });
  }
}
