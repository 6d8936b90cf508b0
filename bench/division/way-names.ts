export const ownName = 'ours: equal chance';
export const optimumName = 'linear program';
