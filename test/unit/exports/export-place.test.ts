import { expect, test } from 'vitest';

import { monthlyPlace, s3Place } from '../../../shared/exports/export-place.ts';

test.each([
  ['s3://figures/curfew', 's3'],
  ['s3://figures/curfew/month=all', 's3'],
  ['/srv/figures', 'folder'],
  ['s3://figures', undefined],
  ['s3://figures/', undefined],
  ['s3://figures/curfew/', undefined],
  ['s3://figures/*', undefined],
  ['s3://figures/a?b', undefined],
  ['s3://Figures/curfew', undefined],
  ['figures', undefined],
  ['/', undefined],
  ['https://figures.example/curfew', undefined],
])('files of months go to %s: %s', (text, place) => {
  expect(monthlyPlace(text)).toBe(place);
});

test('an object of S3 has a bucket and a key', () => {
  expect(s3Place('s3://figures/2026/usage.csv')).toStrictEqual({ Bucket: 'figures', Key: '2026/usage.csv' });
  expect([s3Place('s3://figures/'), s3Place('s3://figures/a/'), s3Place('/srv/a')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
