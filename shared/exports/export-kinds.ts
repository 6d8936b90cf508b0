export const exportKinds = ['usage', 'budgets', 'limits', 'alerts', 'journal'] as const;
export type ExportKind = (typeof exportKinds)[number];

export const exportFormats = ['csv', 'json', 'focus'] as const;
export type ExportFormat = (typeof exportFormats)[number];
