import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import * as z from 'zod';

import { billOfMaterials } from '../../../release/bill-of-materials.ts';
import { openApiDocument } from '../../../shared/kernel/api/http/openapi-document.ts';
import type { Judge, Verdict } from '../judge.ts';
import { outputOf } from '../output-of.ts';
import type { PythonEnvironment } from '../python.ts';
import { withScratch } from '../with-scratch.ts';
import { withFirstNight } from './first-night.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const requirements = 'documents';

/** Code 1 says that something is wrong, which is a problem and no failure of the judge. */
async function saidOf(command: string, args: readonly string[]): Promise<readonly string[]> {
  const text = await outputOf(command, args, { codes: [0, 1] });
  return text.split('\n').filter((line) => line.trim() !== '');
}

const clean = { exceptions: [], problems: [] } as const;

const Sarif = z.object({ runs: z.array(z.object({ results: z.array(z.unknown()) })) });

/** `controls check --sarif` against the schema of SARIF 2.1.0 as OASIS publishes it. */
export const sarifJudge: Judge = {
  name: 'sarif',
  requirements,
  judge: async (python) =>
    withScratch(async (folder) => {
      const fileOf = (name: string, settings: object): string => write(folder, name, JSON.stringify(settings, null, 2));
      const before = fileOf('before.json', { sandbox: { enabled: true }, commandDenylist: ['rm *'] });
      const after = fileOf('after.json', {
        sandbox: { enabled: false },
        commandDenylist: [],
        newField: 1,
        customModels: [{ id: 'own', model: 'own', baseUrl: 'https://models.example', apiKey: 'made-up' }],
      });
      const check = async (proposed: string) =>
        outputOf(process.execPath, [
          join(root, 'cli', 'main.ts'),
          '--state',
          join(folder, 'state'),
          'controls',
          'check',
          proposed,
          '--against',
          before,
          '--sarif',
          '--fail-on',
          'never',
        ]);
      const files = [
        write(folder, 'loosened.sarif', await check(after)),
        write(folder, 'same.sarif', await check(before)),
      ];
      const schema = join(root, 'test', 'fixtures', 'sarif', 'sarif-schema-2.1.0.json');
      const results = Sarif.parse(JSON.parse(await check(after))).runs.flatMap((run) => run.results).length;
      return {
        ...(await againstSchema(python, ['--schemafile', schema, ...files])),
        judged: `${files.length} reports with ${results} results, against the schema of SARIF 2.1.0`,
        count: results,
      };
    }),
};

/** The document of the admin API, by openapi-spec-validator. */
export const openApiJudge: Judge = {
  name: 'openapi',
  requirements,
  judge: async (python) =>
    withScratch(async (folder) => {
      const document = await openApiDocument('/api');
      const operations = operationsOf(document).length;
      const file = write(folder, 'openapi.json', JSON.stringify(document));
      const said = await saidOf(python.command('openapi-spec-validator'), ['--validation-errors', 'all', file]);
      const problems = said.length === 1 && said[0]?.endsWith(': OK') === true ? [] : said;
      return { ...clean, judged: `${operations} operations, against OpenAPI 3.1`, count: operations, problems };
    }),
};

const draft = 'https://json-schema.org/draft/2020-12/schema';

/** Each JSON Schema that the admin API publishes, against the schema of schemas. */
export const schemasJudge: Judge = {
  name: 'schemas',
  requirements,
  judge: async (python) =>
    withScratch(async (folder) => {
      const document = await openApiDocument('/api');
      const files = schemasIn(document).map((schema, index) =>
        write(folder, `${index}.json`, JSON.stringify({ $schema: draft, ...schema })),
      );
      return {
        ...(await againstSchema(python, ['--check-metaschema', ...files])),
        judged: `${files.length} schemas of bodies, answers and parameters, against JSON Schema 2020-12`,
        count: files.length,
      };
    }),
};

const validateSbom = `
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(open(sys.argv[1], encoding="utf-8").read())
print(error or "")
`;

/** What `npm run sbom` prints, by the validator of CycloneDX. */
export const sbomJudge: Judge = {
  name: 'sbom',
  requirements,
  judge: async (python) =>
    withScratch(async (folder) => {
      const bill = billOfMaterials(root);
      const file = write(folder, 'bom.json', JSON.stringify(bill));
      const problems = await saidOf(python.command('python'), ['-c', validateSbom, file]);
      const judged = `${bill.components.length} components, against the schema of CycloneDX 1.6`;
      return { ...clean, judged, count: bill.components.length, problems };
    }),
};

const validateFindings = `
import json, sys
from jsonschema import Draft202012Validator
from ocsf_json_schema import OcsfJsonSchemaEmbedded, get_ocsf_schema
events = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
for event in events:
    schema = OcsfJsonSchemaEmbedded(get_ocsf_schema(version=event["metadata"]["version"]))
    name = schema.lookup_class_name_from_uid(class_uid=event["class_uid"])
    for error in Draft202012Validator(schema.get_class_schema(class_name=name, profiles=[])).iter_errors(event):
        print(event["finding_info"]["uid"], "/".join(map(str, error.absolute_path)), error.message[:300])
`;

/** `controls export --format ocsf` of a demo organization, each finding against the schema of its class of OCSF. */
export const ocsfJudge: Judge = {
  name: 'ocsf',
  requirements,
  judge: async (python) =>
    withFirstNight(async ({ folder, curfew }) => {
      const file = join(folder, 'findings.jsonl');
      const format = ['--format', 'ocsf', '--out', file];
      await curfew('controls', 'export', '--from', '2026-01-01', '--to', today(), ...format);
      const findings = readFileSync(file, 'utf8').trim().split('\n');
      const problems = await saidOf(python.command('python'), ['-c', validateFindings, file]);
      const judged = `${findings.length} findings, against the Compliance Finding of OCSF 1.6.0`;
      return { ...clean, judged, count: findings.length, problems };
    }),
};

const Validated = z.object({
  valid: z.boolean(),
  tasks: z.array(
    z.object({
      stats: z.object({ rows: z.int().default(0) }),
      errors: z.array(z.object({ message: z.string() })),
    }),
  ),
});

/** Every CSV file that a command writes of a demo organization, by Frictionless. */
export const csvJudge: Judge = {
  name: 'csv',
  requirements,
  judge: async (python) =>
    withFirstNight(async ({ folder, curfew }) => {
      const lists = [['budgets'], ['teams'], ['fleet'], ['sessions', 'policies'], ['readiness', 'targets']] as const;
      const files: string[] = [];
      for (const list of lists) {
        const file = join(folder, `${list.join('-')}.csv`);
        await curfew(...list, 'export', file);
        files.push(file);
      }
      const evidence = join(folder, 'evidence');
      await curfew('controls', 'export', '--from', '2026-01-01', '--to', today(), '--out', evidence);
      files.push(join(evidence, 'changes.csv'));
      const reports = await Promise.all(
        files.map(async (file) => {
          // It takes no path that begins at the root.
          const path = relative(folder, file);
          const args = ['validate', path, '--json'];
          const text = await outputOf(python.command('frictionless'), args, { cwd: folder, codes: [0, 1] });
          return { file: path, ...Validated.parse(JSON.parse(text)) };
        }),
      );
      const rows = reports.flatMap(({ tasks }) => tasks).reduce((sum, { stats }) => sum + stats.rows, 0);
      return {
        ...clean,
        judged: `${files.length} files with ${rows} rows`,
        count: rows,
        problems: reports.flatMap(({ file, tasks }) =>
          tasks.flatMap(({ errors }) => errors.map(({ message }) => `${file}: ${message}`)),
        ),
      };
    }),
};

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function write(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function againstSchema(
  python: PythonEnvironment,
  args: readonly string[],
): Promise<Pick<Verdict, 'exceptions' | 'problems'>> {
  const said = await saidOf(python.command('check-jsonschema'), ['--verbose', ...args]);
  return { ...clean, problems: said.some((line) => line.startsWith('ok')) ? [] : said };
}

const Paths = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

function operationsOf(document: unknown): readonly unknown[] {
  return Object.values(Paths.parse(document).paths).flatMap((methods) => Object.values(methods));
}

/** What stands under "schema", anywhere; references to other parts of the document are left out. */
function schemasIn(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([key, each]) =>
    key === 'schema' && typeof each === 'object' && each !== null && !('$ref' in each) ? [each] : schemasIn(each),
  );
}
