export const ownName = 'ours: zod, row by row';
export const floorName = 'JSON.parse alone';
