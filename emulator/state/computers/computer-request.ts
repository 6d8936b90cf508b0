import { z } from 'zod';

/** platform-api.md, Limits: computer name and remoteUser 1 to 63; repos 20 of 2048 characters each. */
const nameLengthMax = 63;
const reposMax = 20;
const repoLengthMax = 2_048;

/** A text of `min` to `max` characters, counted as code points. */
function text(min: number, max: number) {
  return z.string().refine((value) => {
    const { length } = Array.from(value);
    return length >= min && length <= max;
  }, `must have ${min} to ${max} characters`);
}

/** The name of a computer, in a body or in a path. */
export const ComputerName = text(1, nameLengthMax);

const repo = text(1, repoLengthMax).refine((value) => URL.canParse(value), 'must be a URI');

/** The body of POST /api/v0/computers. Fields that the document does not list are refused. */
export const CreateComputer = z.strictObject({
  name: ComputerName,
  provider: z.enum(['byom', 'e2b']).exactOptional(),
  hostId: z.guid('must be a UUID').exactOptional(),
  remoteUser: text(1, nameLengthMax).exactOptional(),
  repos: z.array(repo).max(reposMax, `must have at most ${reposMax} items`).exactOptional(),
  autoInstallDeps: z.boolean().exactOptional(),
  serviceAccountId: z.string().min(1, 'must not be empty').exactOptional(),
  // The other fields of a source are not shown, so any are accepted.
  source: z.looseObject({ kind: z.string() }).exactOptional(),
});

export type CreateComputer = z.output<typeof CreateComputer>;
