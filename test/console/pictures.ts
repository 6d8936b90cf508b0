import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { askApi } from './ask-api.ts';
import { openBrowser, worldOf } from './browser.ts';

// The pictures of README and docs, of an installation that runs with the demo: node test/console/pictures.ts STATE
// Home as long as no plan is held; the held plan after `npx curfew budgets set org month 6M --yes`.

const folder = join(import.meta.dirname, '..', '..', 'docs', 'images');

const browser = await openBrowser();
const world = worldOf(browser, { stateDir: process.argv[2] ?? '.curfew', close: async () => browser.close() });
const { rows } = await askApi<{ rows: readonly { plan: string }[] }>(world, '/plans?status=held');
const [held] = rows;
const picture =
  held === undefined
    ? { name: 'console-home', path: '/', height: 820 }
    : { name: 'console-plan', path: `/plans/${held.plan}`, height: 900 };
const page = await world.openPage(picture.path, { width: 1_280, height: picture.height });
writeFileSync(join(folder, `${picture.name}.png`), await page.screenshot());
await world.close();
