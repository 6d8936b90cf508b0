import { afterAll, afterEach, beforeAll } from 'vitest';

import { invariant } from '../../shared/kernel/invariant.ts';
import { useScratchFolder } from '../support/scratch-folder.ts';
import { openConsoleWorld, type ConsoleWorld } from './browser.ts';
import { budgetsSuite } from './budgets.suite.ts';
import { editsSuite } from './edits.suite.ts';
import { everyPageSuite } from './every-page.suite.ts';
import { financeSuite } from './finance.suite.ts';
import { homeSuite } from './home.suite.ts';
import { keyboardSuite } from './keyboard.suite.ts';
import { startIsOver } from './limits.ts';
import { meControlsWatchersSuite } from './me-controls-watchers.suite.ts';
import { peopleSuite } from './people.suite.ts';
import { plansSuite } from './plans.suite.ts';
import { suggestSuite } from './suggest.suite.ts';

// One installation and one browser for all pages: each costs seconds. A suite uses people and records of its own.

const { pathOf } = useScratchFolder('file');
let world: ConsoleWorld | undefined;

beforeAll(async () => {
  world = await openConsoleWorld(pathOf('state'));
  await startIsOver(world);
}, 180_000);

// What stands open reads again and again.
afterEach(async () => world?.closePages());

afterAll(async () => world?.close());

function opened(): ConsoleWorld {
  invariant(world !== undefined, 'the console is only there while tests run');
  return world;
}

meControlsWatchersSuite(opened);
homeSuite(opened);
budgetsSuite(opened);
plansSuite(opened);
peopleSuite(opened);
everyPageSuite(opened);
keyboardSuite(opened);
financeSuite(opened);
editsSuite(opened);
// It changes the budget of the organization.
suggestSuite(opened);
