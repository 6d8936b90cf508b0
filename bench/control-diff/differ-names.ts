export const ownName = 'ours: redacted, judged, in sentences';
export const ownDiffName = 'ours, of settings redacted before';
