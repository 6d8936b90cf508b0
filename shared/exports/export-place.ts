/** An object of S3: `s3://BUCKET/KEY`. */
export function s3Place(text: string): { readonly Bucket: string; readonly Key: string } | undefined {
  const { bucket, key } =
    /^s3:\/\/(?<bucket>[a-z\d][a-z\d.-]{1,61}[a-z\d])\/(?<key>.{0,1023}[^/])$/u.exec(text)?.groups ?? {};
  return bucket === undefined || key === undefined ? undefined : { Bucket: bucket, Key: key };
}

/** Where files of months go: below a prefix of S3 whose name no policy reads as a pattern, or in a folder. */
export function monthlyPlace(text: string): 's3' | 'folder' | undefined {
  if (/^s3:\/\/[a-z\d][a-z\d.-]{1,61}[a-z\d](?:\/[\w.=-]+)+$/u.test(text)) {
    return 's3';
  }
  return /^\/[^\0]*[^/\0]$/u.test(text) ? 'folder' : undefined;
}
