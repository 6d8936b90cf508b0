import { minuteMs, rotated, single, type Storyline } from '../storyline.ts';
import { accessStorylines } from './access.ts';
import { isolationStorylines } from './isolation.ts';
import { modelStorylines } from './models.ts';

/** The same sets and rules in another order. */
export const reordering: Storyline = single('reordering', (settings, { random }) => {
  const places = random.integer(1, 3);
  settings.commandAllowlist = rotated(settings.commandAllowlist ?? [], places);
  settings.sandbox.network.allowedDomains = rotated(settings.sandbox.network.allowedDomains ?? [], places);
  settings.mcpAutonomyUrlOverrides = rotated(settings.mcpAutonomyUrlOverrides ?? [], 1);
});

/** Empty lists that are no longer written, or are written again: no change of meaning. */
export const formatOnly: Storyline = single('format only', (settings) => {
  const { network } = settings.sandbox;
  if (network.allowUnixSockets === undefined) {
    network.allowUnixSockets = [];
  } else if (network.allowUnixSockets.length === 0) {
    delete network.allowUnixSockets;
  }
  if (settings.byomComputersAllowedEmails?.length === 0) {
    delete settings.byomComputersAllowedEmails;
  }
});

/** A field that platform-api.md does not list appears, and changes when the story comes again. */
export const unlistedField: Storyline = single('unlisted field', (settings, { random }) => {
  settings['experimentalReviewGate'] = { mode: random.pick(['off', 'warn', 'block']), since: random.integer(1, 1_000) };
});

/** Someone puts back the settings of a few revisions ago. */
export const rollback: Storyline = single('rollback', (settings, { random, past }) => {
  const earlier = past.at(-random.integer(2, 5)) ?? past[0];
  for (const field of Object.keys(settings)) {
    Reflect.deleteProperty(settings, field);
  }
  Object.assign(settings, structuredClone(earlier));
});

/** One person changes many things within the hour. */
export const burst: Storyline = {
  name: 'burst',
  steps(random) {
    const everything = [...isolationStorylines, ...modelStorylines, ...accessStorylines];
    let afterMs = 0;
    return Array.from({ length: random.integer(4, 7) }, () => {
      afterMs += random.integer(2, 9) * minuteMs;
      const [first] = random.pick(everything).steps(random);
      return { afterMs, edit: first?.edit ?? unchanged };
    });
  },
};

function unchanged(): void {}
