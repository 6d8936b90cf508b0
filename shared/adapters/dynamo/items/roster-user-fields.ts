import * as z from 'zod';

/** A user of the roster, whole; apart from the pages of the roster, which only a durable run keeps. */
export const rosterUserFields = {
  userId: z.string().min(1),
  email: z.string().exactOptional(),
  firstName: z.string().exactOptional(),
  lastName: z.string().exactOptional(),
  metadata: z.record(z.string(), z.string()).exactOptional(),
  createdAt: z.string().exactOptional(),
};
