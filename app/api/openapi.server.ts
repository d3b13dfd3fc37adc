import { z } from 'zod'
import { env } from '#app/env.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { referenceUrl } from './problem.server.ts'
import { LinkQuery, LookupAnswer, ProblemAnswer, SaveQuery, StatusAnswer } from './schemas.ts'
import type { Scope } from './scopes.ts'

/** Returns the API's description in OpenAPI 3.1, made from the schemas that read and type it. */
export function openApi() {
  const { siteName, apiAccess } = settings()
  const securityOf = (scope: Scope) => [...(apiAccess === 'anyone' ? [{}] : []), { token: [scope] }]
  const lookup = {
    tags: ['lookups'],
    security: securityOf('lookup'),
    responses: { 200: json('What can be saved of a post', 'Lookup'), default: problem },
  }
  return {
    openapi: '3.1.1',
    info: { title: `${siteName} API`, version: '1' },
    externalDocs: { url: referenceUrl },
    servers: [{ url: env.APP_URL }],
    paths: {
      '/api/v1/lookups': {
        get: {
          ...lookup,
          operationId: 'lookUp',
          summary: 'Look up a link',
          parameters: parametersOf(LinkQuery),
        },
        post: {
          ...lookup,
          operationId: 'lookUpByPost',
          summary: 'Look up a link that isn’t in the address',
          requestBody: { required: true, content: jsonOf('Link') },
        },
      },
      '/api/v1/save': {
        get: {
          tags: ['save'],
          operationId: 'save',
          summary: 'Save a file',
          security: securityOf('save'),
          parameters: parametersOf(SaveQuery),
          responses: {
            200: { description: 'The file', content: { '*/*': {} } },
            206: { description: 'The part of it that Range asks for', content: { '*/*': {} } },
            default: problem,
          },
        },
      },
      '/api/v1/status': {
        get: {
          tags: ['status'],
          operationId: 'status',
          summary: 'See whether look-ups work',
          security: [],
          responses: { 200: json('The state of each platform', 'Status'), default: problem },
        },
      },
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'cc_…' } },
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [name, jsonSchema(schema)]),
      ),
    },
  }
}

const schemas = {
  Link: LinkQuery,
  Lookup: LookupAnswer,
  Status: StatusAnswer,
  Problem: ProblemAnswer,
}

function jsonOf(name: keyof typeof schemas, type = 'application/json') {
  return { [type]: { schema: { $ref: `#/components/schemas/${name}` } } }
}

function json(description: string, name: keyof typeof schemas) {
  return { description, content: jsonOf(name) }
}

const problem = {
  description: 'A problem',
  content: { ...jsonOf('Problem', 'application/problem+json'), 'text/plain': {} },
}

/** Objects can gain members later, so the description closes none. */
function jsonSchema(schema: z.ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema: one }) => {
      delete one.additionalProperties
    },
  })
  return rest
}

function parametersOf(query: z.ZodObject) {
  const { properties = {}, required = [] } = jsonSchema(query)
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = typeof property === 'boolean' ? {} : property
    return { name, in: 'query', required: required.includes(name), description, schema }
  })
}

/** A parameter or a member of an answer, as people read it. */
export type Field = { name: string; type: string; isRequired: boolean; text: string }

/** Returns an object's members, without those of the objects in it. */
export function fieldsOf(schema: z.ZodObject): Field[] {
  const { properties = {}, required = [] } = jsonSchema(schema)
  return Object.entries(properties).map(([name, property]) => {
    const one = typeof property === 'boolean' ? {} : property
    const isRequired = required.includes(name)
    return { name, type: typeOf(one), isRequired, text: one.description ?? '' }
  })
}

const formats: Record<string, string> = { uri: 'address', 'date-time': 'time' }

function typeOf({ anyOf, enum: values, format, type }: z.core.JSONSchema.BaseSchema): string {
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ')
  if (values !== undefined) return values.join(', ')
  return formats[format ?? ''] ?? (type === 'array' ? 'list' : [type ?? ''].flat().join(' or '))
}
