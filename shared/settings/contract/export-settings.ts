import * as z from 'zod';

import { exportFormats } from '../../exports/export-kinds.ts';
import { monthlyPlace } from '../../exports/export-place.ts';
import { setting } from './setting.ts';

export const monthlyExports = () =>
  z.strictObject({
    to: setting(
      z
        .string()
        .max(600)
        .refine((text) => monthlyPlace(text) !== undefined, {
          error:
            'is neither a prefix in S3 nor a folder; give one such as s3://figures/curfew, or on one machine /srv/figures, without a slash at its end',
        })
        .optional(),
      'Where the files of each month go: a prefix in S3, or a folder of this machine. Without it none are written.',
    ),
    formats: setting(z.array(z.enum(exportFormats)).min(1).max(5).default(['csv']), 'The formats of these files.'),
  });
