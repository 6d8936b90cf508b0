import * as fc from 'fast-check';

/**
 * Every run of the suite draws the same cases, so that a change fails by its own doing only. `npm run soak` draws others
 * each time, and so does `CURFEW_SEED=random`; `CURFEW_SEED=NUMBER` repeats a run.
 */
const usualSeed = 20_260_315;

const { CURFEW_SEED: asked } = process.env;
if (asked !== 'random') {
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: asked === undefined ? usualSeed : Number(asked) });
}
