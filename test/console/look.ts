import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { axeViolations, openBrowser, overflowPx, worldOf } from './browser.ts';

// Pictures of a page of an installation that runs, in both themes and at phone width, with what axe says of each.
// Usage: node test/console/look.ts STATE FOLDER PATH [EMAIL]

const [stateDir = '.curfew', folder = '/tmp/pictures', path = '/', as] = process.argv.slice(2);
const views = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 1440 },
  { theme: 'light', width: 360 },
  { theme: 'dark', width: 360 },
] as const;

mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
const world = worldOf(browser, { stateDir, close: async () => browser.close() });
for (const view of views) {
  const page = await world.openPage(path, { ...view, ...(as !== undefined && { as }) });
  const told: string[] = [];
  page.on('console', (message) => told.push(message.text()));
  const name = `${path.replaceAll(/\W+/gu, '-').replaceAll(/^-|-$/gu, '') || 'home'}-${view.theme}-${view.width}`;
  writeFileSync(join(folder, `${name}.png`), await page.screenshot({ fullPage: true }));
  const found = [...(await axeViolations(page)), ...told];
  const wide = await overflowPx(page);
  process.stdout.write(
    `${name}: ${wide > 0 ? `${wide} px too wide, ` : ''}${found.length === 0 ? 'fine' : `\n  ${found.join('\n  ')}`}\n`,
  );
}
await world.close();
