/**
 * What changes something on the platform, by what it changes. Each may have a key of its own, so that who may only read
 * holds no key that sets limits; without one it is done with the key that reads.
 */
export const keyedPurposes = ['limits', 'sessions', 'computers'] as const;
export type KeyedPurpose = (typeof keyedPurposes)[number];

/** What a call of the platform is for. */
export type PlatformPurpose = 'reading' | KeyedPurpose;
