export const articleCategories = ['Guide', 'Tutorial', 'Trends', 'Tips'] as const
