import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod';

import { idOf, runtimePackages, type RuntimePackage } from './runtime-packages.ts';

const Project = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
});

/** What runs with Curfew, as CycloneDX 1.6. The same lockfile always gives the same document. */
export function billOfMaterials(root: string) {
  const project = Project.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const packages = runtimePackages(root);
  const direct = Object.entries({ ...project.dependencies, ...project.optionalDependencies });
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(packages)}`,
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'pre-build' }],
      component: { 'bom-ref': idOf(project), ...component('application', project) },
    },
    components: packages.map((item) => ({
      'bom-ref': idOf(item),
      ...component('library', item),
      hashes: item.integrity === undefined ? undefined : [hashOf(item.integrity)],
    })),
    dependencies: [
      { ref: idOf(project), dependsOn: direct.map(([name, version]) => idOf({ name, version })) },
      ...packages.map((item) => ({ ref: idOf(item), dependsOn: [...new Set(item.needs)] })),
    ],
  };
}

function component(
  type: 'application' | 'library',
  item: { readonly name: string; readonly version: string; readonly license: string },
) {
  const { name, version, license } = item;
  const isExpression = /[ ()]/u.test(license);
  return {
    type,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [isExpression ? { expression: license } : { license: { id: license } }],
  };
}

function hashOf(integrity: string) {
  const [algorithm = '', hash = ''] = integrity.split('-', 2);
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') };
}

/** A name for the content, in the form of a UUID (version 8: of one's own making). */
function uuidOf(packages: readonly RuntimePackage[]): string {
  const hex = createHash('sha256')
    .update(JSON.stringify(packages.map(idOf)))
    .digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
