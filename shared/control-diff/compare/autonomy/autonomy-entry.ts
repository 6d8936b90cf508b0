import { isUnset } from '../../../controls/json.ts';
import { changed, type Verdict } from '../../finding.ts';
import type { MapEntry } from '../../place.ts';
import { memberOf, valueAt } from '../../tree.ts';
import { quoted } from '../../words/phrases.ts';
import { verdictOnLevels } from './compare-levels.ts';
import { levelsIn } from './levels.ts';

/** Judges an MCP server's required levels: how far a user must trust the agent before a tool runs without approval. */
export function verdictOnAutonomy({ name, before, after, shape, context }: MapEntry): Verdict {
  const ofAllServers = (settings: typeof context.before) =>
    name === '*' ? undefined : levelsIn(memberOf(valueAt(settings, 'mcpAutonomyOverrides'), '*')).ofAll;
  const verdict = verdictOnLevels({
    name,
    severity: shape.severity,
    before: levelsIn(before),
    after: levelsIn(after),
    otherwise: { before: ofAllServers(context.before), after: ofAllServers(context.after) },
  });
  const effect = `${quoted(name)}: its tools require what they did, ${isUnset(before) ? 'now by an entry of its own' : 'written otherwise'}.`;
  return verdict ?? changed('low', effect);
}
