import { answerMissing } from './api-route.server.ts'

export const loader = answerMissing
export const action = answerMissing
