export { db } from './engine.ts'
