import type { Json } from '../../../shared/http/openapi-schemas.ts';

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  deprecated?: boolean;
  description?: string;
  example?: unknown;
  schema: Json;
};

type Media = { example?: unknown; examples?: Record<string, { value?: unknown }> };
export type Operation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  /** The example of its body of JSON; undefined where it takes none. */
  body: unknown;
  security: Record<string, unknown>[];
  /** Answers with a redirect, which a client of an API shall not follow. */
  redirects: boolean;
  /** Examples of its successes, by status. */
  answers: [status: number, example: unknown][];
};

type RawOperation = {
  operationId: string;
  summary: string;
  description?: string;
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, Media> };
  security: Record<string, unknown>[];
  responses: Record<string, { content?: Record<string, Media> }>;
};
type Document = {
  paths: Record<string, Record<string, RawOperation>>;
  components: { parameters: Record<string, Parameter> };
};

/** Every operation of an OpenAPI document of ours, by its id. */
export function operationsOf(document: Json): ReadonlyMap<string, Operation> {
  const { paths, components } = document as unknown as Document;
  const parameterOf = (given: Parameter | { $ref: string }): Parameter => {
    if (!('$ref' in given)) return given;
    const found = components.parameters[given.$ref.replace('#/components/parameters/', '')];
    if (found === undefined) throw new Error(`the document has no ${given.$ref}`);
    return found;
  };
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, raw]): Operation => {
      const { operationId: id, summary, description = '', security } = raw;
      const parameters = raw.parameters.map(parameterOf);
      const body = exampleOf(raw.requestBody?.content);
      return {
        ...{ id, method: method.toUpperCase(), path, summary, description, parameters, body, security },
        redirects: '302' in raw.responses,
        answers: Object.entries(raw.responses).flatMap(([status, { content }]) => {
          const example = exampleOf(content);
          return /^2\d\d$/.test(status) && example !== undefined ? [[Number(status), example] as const] : [];
        }) as [number, unknown][],
      };
    }),
  );
  return new Map(all.map((operation) => [operation.id, operation]));
}

function exampleOf(content: Record<string, Media> | undefined): unknown {
  const media = content?.['application/json'];
  return media?.example ?? Object.values(media?.examples ?? {})[0]?.value;
}
