/** The form of an answer that a server of chat completions is asked for. */
export type ResponseFormat = 'json_object' | 'json_schema';

/**
 * An answer as JSON Schema, in the part of it that strict outputs allow: all keys required, no others. The same for all
 * texts: servers compile a schema when they first see it and keep that, so the codes of a text do not stand in it. They
 * are checked when the answer is read.
 */
const ANSWER_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['findings'],
  properties: {
    findings: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['code', 'status', 'value', 'confidence'],
        properties: {
          code: { type: 'string' },
          status: { type: 'string', enum: ['present', 'absent', 'unknown'] },
          value: { type: ['number', 'string', 'null'] },
          confidence: { type: 'number' },
        },
      },
    },
  },
} as const;

/** `response_format` of a request. A server that does not know it refuses the request; it is never asked in another way. */
export const responseFormat = (format: ResponseFormat) =>
  format === 'json_object'
    ? { type: format }
    : { type: format, json_schema: { name: 'findings', strict: true, schema: ANSWER_SCHEMA } };
