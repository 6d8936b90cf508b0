import { parentPort, threadId } from 'node:worker_threads';

import { init, runBaseTests, setupEnvironment } from 'vitest/worker';

/**
 * A thread that runs the tests of one mutant after another. Each run finds the modules of the project as in a fresh thread:
 * none has been loaded, and no mutant is active. Packages stay loaded, which is what a fresh thread spends its time on.
 */

type RunState = Parameters<typeof runBaseTests>[1];
type Listener = (message: unknown) => void;

const port = parentPort;
if (port === null) {
  throw new Error(`thread ${threadId} is not a worker`);
}

/** The one that vitest registers first hears of runs; then each run registers one of its own. */
let ofRuns: Listener | undefined;
let ofThisRun: Listener | undefined;
port.on('message', (message: unknown) => {
  ofRuns?.(message);
  ofThisRun?.(message);
});

let loaded: RunState['evaluatedModules'] | undefined;

function forgetModules(): void {
  // What Stryker has written into the modules finds the active mutant here.
  Reflect.deleteProperty(globalThis, '__stryker__');
  const modules = [...(loaded?.idToModuleMap.values() ?? [])];
  modules.filter(({ file }) => !file.includes('/node_modules/')).forEach((module) => loaded?.invalidateModule(module));
}

init({
  post: (message) => {
    port.postMessage(message);
  },
  on: (listener: Listener) => {
    if (ofRuns === undefined) {
      ofRuns = listener;
    } else {
      ofThisRun = listener;
    }
  },
  off: (listener: Listener) => {
    ofThisRun = ofThisRun === listener ? undefined : ofThisRun;
  },
  setup: setupEnvironment,
  async runTests(state, traces) {
    forgetModules();
    await runBaseTests('run', state, traces);
    loaded = state.evaluatedModules;
  },
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
});
