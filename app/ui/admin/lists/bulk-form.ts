/** The name of a bar's `StayForm`. Its answer, if any, has the ids of the rows that were `refused`. */
export const bulkForm = (id: string) => `bulk ${id}`
