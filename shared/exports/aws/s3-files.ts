import { invariant } from '../../kernel/invariant.ts';
import { s3Place } from '../export-place.ts';
import type { ExportFiles } from '../ports.ts';
import { openS3 } from './open-s3.ts';

/** Files of months in S3, with the rights of the function. `note`: what is left where an upload could not be taken back. */
export function s3Files(note: (text: string) => void): ExportFiles {
  return {
    async open({ to, name, mediaType: contentType, isKept }) {
      const place = s3Place(`${to}/${name}`);
      invariant(place !== undefined, 'a deployment writes its exports into S3');
      return openS3(place, { contentType, isKept, note });
    },
  };
}
