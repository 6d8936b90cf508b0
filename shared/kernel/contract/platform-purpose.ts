/**
 * Writes by what they change. Each may have its own key, so that a reader holds no key that sets limits; default: the
 * reading key.
 */
export const keyedPurposes = ['limits', 'sessions', 'computers'] as const;
export type KeyedPurpose = (typeof keyedPurposes)[number];

export type PlatformPurpose = 'reading' | KeyedPurpose;
