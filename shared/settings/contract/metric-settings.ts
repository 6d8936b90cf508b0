import * as z from 'zod';

import { setting } from './setting.ts';

export const metrics = () =>
  z.strictObject({
    people: setting(
      z.boolean().default(false),
      'Whether there is a series for each person and each budget of one: their emails then reach the tool.',
    ),
  });
