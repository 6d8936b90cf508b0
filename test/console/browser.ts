import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import chromium from '@sparticuz/chromium';
import {
  chromium as playwright,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';

import { newClosers } from '../../local/closers.ts';
import { buildConsole } from '../../local/console/build-console.ts';
import { runCurfew } from '../../local/run-curfew.ts';
import { runningAddresses } from '../../local/state/running-file.ts';
import { stateFolderAt } from '../../local/state/state-folder.ts';
import { styleFor } from '../../shared/terminal/style.ts';
import { moveClock } from '../support/moved-clock.ts';

/** How somebody looks at a page. */
interface View {
  /** An email of the demo; without, the user of the machine, who may do everything. */
  readonly as?: string;
  readonly theme?: 'light' | 'dark';
  /** Of the window, in pixels. */
  readonly width?: number;
  readonly height?: number;
  readonly zone?: string;
  /** The time of the page can be moved: `page.clock.runFor`. */
  readonly hasClock?: boolean;
}

/** An installation with the demo, its console, and one browser. To be closed. */
export interface ConsoleWorld {
  /** Where the console is. */
  readonly origin: string;
  readonly stateDir: string;
  /** Opens a page in a window of its own, signed in, and waits until it shows its figures. */
  openPage(path: string, view?: View): Promise<Page>;
  closePages(): Promise<void>;
  close(): Promise<void>;
}

const patienceMs = 30_000;

/** Starts an installation in this process on a scratch folder, builds the console unless it is built, and opens a browser. */
export async function openConsoleWorld(stateDir: string, demo: 'acme' | 'startup' = 'acme'): Promise<ConsoleWorld> {
  const closers = newClosers();
  try {
    const built = await buildConsole();
    if (built.kind === 'failed') {
      throw new Error(`The console could not be built: ${built.detail}`);
    }
    const [browser] = await Promise.all([openBrowser(), startDemo()]);
    closers.add(async () => browser.close());
    return worldOf(browser, { stateDir, close: async () => closers.closeAll() });
  } catch (error) {
    await closers.closeAll();
    throw error;
  }

  async function startDemo(): Promise<void> {
    const options = { once: false, fresh: false, console: true, stateDir, portBase: undefined, demo };
    const style = styleFor({ isTerminal: false }, {});
    await runCurfew(
      options,
      { env: { PATH: process.env['PATH'] }, style, say: () => undefined, fail: () => undefined },
      closers,
    );
  }
}

/** A world over an installation that runs already. */
export function worldOf(
  browser: Browser,
  { stateDir, close }: { readonly stateDir: string; readonly close: () => Promise<void> },
): ConsoleWorld {
  const door = runningAddresses(stateFolderAt(stateDir).runningFile)?.door;
  if (door === undefined) {
    throw new Error(`No installation runs on ${stateDir}`);
  }
  const origin = new URL(door.address).origin;
  const windows: BrowserContext[] = [];
  return {
    origin,
    stateDir,
    async openPage(path, view = {}) {
      const { as, theme = 'light', width = 1440, height = 900, zone = 'Europe/Berlin', hasClock = false } = view;
      const context = await newWindow(browser, {
        viewport: { width, height },
        colorScheme: theme,
        timezoneId: zone,
        locale: 'en-GB',
        reducedMotion: 'reduce',
      });
      windows.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(patienceMs);
      if (hasClock) {
        await page.clock.install({ time: Date.now() });
      }
      await page.goto(await linkFor(origin, door.secret, as));
      await page.waitForSelector('.shell-main');
      if (path !== '/') {
        await page.goto(`${origin}${path}`);
      }
      await figuresShown(page);
      return page;
    },
    closePages,
    async close() {
      await closePages();
      await close();
    },
  };

  async function closePages(): Promise<void> {
    await Promise.all(windows.splice(0).map(async (context) => context.close()));
  }
}

/** Waits until nothing of a page is on its way any more. */
export async function figuresShown(page: Page): Promise<void> {
  await page.waitForSelector('.shell-main');
  await page.waitForLoadState('networkidle');
  await page.waitForSelector('.loading', { state: 'detached' });
}

/** A window whose pages go by the clock of the suite. The browser itself goes by the machine's. */
export async function newWindow(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const machineNowMs = Math.round(performance.timeOrigin + performance.now());
  const context = await browser.newContext(options);
  await context.addInitScript(moveClock, Date.now() - machineNowMs);
  return context;
}

const launchTriesMax = 40;

/** A headless Chromium from npm. Its file is unpacked once; until it is whole, a second process waits for it. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await chromium.executablePath();
  const args = [...chromium.args.filter((arg) => !arg.startsWith('--single-process')), '--no-zygote'];
  for (let tries = 1; ; tries += 1) {
    try {
      return await playwright.launch({ executablePath, args, headless: true });
    } catch (error) {
      if (tries === launchTriesMax || !String(error).includes('ETXTBSY')) {
        throw error;
      }
      await sleep(250);
    }
  }
}

async function linkFor(origin: string, secret: string, as: string | undefined): Promise<string> {
  const response = await fetch(`${origin}/session/links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(as === undefined ? {} : { email: as }),
  });
  const { link } = (await response.json()) as { readonly link: string };
  return link;
}

const require = createRequire(import.meta.url);
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What of a page some people cannot use, by the rules of axe: each rule with the elements that break it. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  // By the debugger and not as a script of the page, whose policy allows none.
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      readonly axe: {
        run(): Promise<{
          readonly violations: readonly {
            readonly id: string;
            readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
          }[];
        }>;
      };
    };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 160)} ${failureSummary.replaceAll('\n', ' ')}`,
      ),
    );
  });
}

/** How far a page is wider than its window, in pixels: 0 when nothing has to be scrolled sideways. */
export async function overflowPx(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { documentElement: root } = (
      globalThis as unknown as { document: { documentElement: { scrollWidth: number; clientWidth: number } } }
    ).document;
    return root.scrollWidth - root.clientWidth;
  });
}

/** Keeps a picture of a page for whoever wants to look, when CURFEW_PICTURES names a folder. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['CURFEW_PICTURES'];
  if (folder === undefined) {
    return;
  }
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
  }
  writeFileSync(join(folder, `${name}.png`), await page.screenshot({ fullPage: true }));
}
