// Prints what runs with Curfew as CycloneDX: "npm run sbom".
import { join } from 'node:path';

import { billOfMaterials } from './bill-of-materials.ts';

process.stdout.write(`${JSON.stringify(billOfMaterials(join(import.meta.dirname, '..')), null, 2)}\n`);
