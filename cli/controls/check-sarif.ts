import type { ControlsCheckDocument } from '../../shared/controls/contract/controls-check-documents.ts';
import { topicOf } from '../../shared/controls/mail/words.ts';
import { isOpening } from '../../shared/controls/proposal.ts';
import { sha256 } from '../../shared/kernel/sha256.ts';
import type { Severity } from '../../shared/notifications/severity.ts';

type CheckedChange = ControlsCheckDocument['changes'][number];

const schema = 'https://json.schemastore.org/sarif-2.1.0.json';

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
};

/** As code scanning ranks findings, from 0.0 to 10.0. */
const ranks: Readonly<Record<Severity, string>> = {
  critical: '9.5',
  high: '8.0',
  medium: '5.0',
  low: '3.0',
  info: '0.0',
};

/** The check as SARIF 2.1.0: a rule for each field, a result for each change, each at its line of the file. */
export function checkSarif(
  { changes, problems }: ControlsCheckDocument,
  {
    file,
    version,
  }: {
    /** The file as the run was given it. */
    readonly file: string;
    readonly version: string;
  },
): object {
  const rules = [...Map.groupBy(changes, ({ field }) => field)].map(([field, own]) => ruleOf(field, own));
  const artifact = artifactOf(file);
  const indexOf = new Map(rules.map(({ id }, index) => [id, index]));
  return {
    $schema: schema,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Curfew', version, rules } },
        columnKind: 'utf16CodeUnits',
        results: changes.map((change) => resultOf(change, { artifact, ruleIndex: indexOf.get(change.field) ?? 0 })),
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: problems.map(({ path, problem, line }) => ({
              level: 'warning',
              message: { text: `${path} ${problem}` },
              locations: [physical(artifact, line)],
            })),
          },
        ],
      },
    ],
  };
}

function ruleOf(field: string, changes: readonly CheckedChange[]) {
  const [first] = changes;
  const { why = '', remedy = '', controlIds = [], severity = 'info' }: Partial<CheckedChange> = first ?? {};
  return {
    id: field,
    name: topicOf(field),
    shortDescription: { text: topicOf(field) },
    fullDescription: { text: why === '' ? topicOf(field) : why },
    help: { text: remedy === '' ? 'Look the setting up with the platform.' : remedy },
    defaultConfiguration: { level: levels[severity] },
    properties: { tags: ['security', ...controlIds], 'security-severity': ranks[severity] },
  };
}

function resultOf(
  change: CheckedChange,
  { artifact, ruleIndex }: { readonly artifact: object; readonly ruleIndex: number },
) {
  const { field, path, severity, direction, sentence, notes, added, removed, line, rule } = change;
  // What tightens is no finding: it is shown, and fails nothing.
  const verdict = isOpening(change)
    ? { kind: 'fail', level: levels[severity] }
    : { kind: 'informational', level: 'none' };
  return {
    ruleId: field,
    ruleIndex,
    ...verdict,
    message: { text: [sentence, ...notes].join(' ') },
    locations: [{ ...physical(artifact, line), logicalLocations: [{ fullyQualifiedName: path, kind: 'member' }] }],
    partialFingerprints: { 'curfewChange/v1': sha256(JSON.stringify([rule, path, direction, added, removed])) },
    properties: { severity, direction },
  };
}

function physical(artifactLocation: object, line = 1) {
  return { physicalLocation: { artifactLocation, region: { startLine: line } } };
}

/** A file in the place where the run is, as code scanning finds it; standard input has no place. */
function artifactOf(file: string): object {
  const path = file.replaceAll('\\', '/').replace(/^\.\//u, '');
  const uri = path
    .split('/')
    .map((part) => encodeURIComponent(part))
    .join('/');
  return path.startsWith('/') ? { uri: `file://${uri}` } : { uri };
}
