/** The condition that a row is as it was seen, for the table to hold to: a row without a version is at version 0. */
export function versionCondition({ seenVersion }: { readonly seenVersion: number }) {
  const isSeen = '#version = :seen';
  return {
    condition: seenVersion === 0 ? `attribute_not_exists(#version) OR ${isSeen}` : isSeen,
    names: { '#version': 'version' },
    values: { ':seen': seenVersion },
  };
}
