import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { openBrowser, worldOf } from './browser.ts';

// The pictures of README and docs, taken of an installation that runs with the demo: node test/console/pictures.ts STATE

const pictures = [{ name: 'console-home', path: '/', height: 820 }] as const;
const folder = join(import.meta.dirname, '..', '..', 'docs', 'images');

const browser = await openBrowser();
const world = worldOf(browser, { stateDir: process.argv[2] ?? '.curfew', close: async () => browser.close() });
for (const { name, path, height } of pictures) {
  const page = await world.openPage(path, { width: 1_280, height });
  writeFileSync(join(folder, `${name}.png`), await page.screenshot());
}
await world.close();
