import { html, type Html } from '../html.ts';
import { nameOfRef, resolve, type OpenApi, type Schema } from './document.ts';
import { isObject, optionsOf, rulesOf, valuesOf, withoutNull } from './schema-words.ts';

/** Who writes the value: of a body it matters what is required, of an answer what may be absent. */
export type Direction = 'input' | 'output';

/** Values that are shown at once; more of them are folded. */
const VALUES_AT_ONCE = 8;

/** Tells types in words. Objects that have a name are links, which `linked` remembers. */
export function createTypeView(document: OpenApi) {
  const linked = new Set<string>();
  const components = document.components?.schemas ?? {};

  const link = (name: string): Html => {
    linked.add(name);
    return html`<a href="#object-${name}">${name}</a>`;
  };

  /** The name of an object that has a place of its own. */
  const objectName = (schema: Schema): string | null => {
    const name = nameOfRef(schema);
    return name !== null && isObject(document, components[name] ?? {}) ? name : null;
  };

  function type(given: Schema): Html {
    const { schema, isNullable } = withoutNull(given);
    return isNullable ? html`${plainType(schema)} or null` : plainType(schema);
  }

  function plainType(schema: Schema): Html {
    const name = objectName(schema);
    if (name !== null) return link(name);
    if (nameOfRef(schema) !== null) return type(resolve(document, schema));
    const options = optionsOf(schema);
    if (options.length > 0) return joined(options.map(type), ' or ');
    const { type: kind, format, items, additionalProperties: others, const: only } = schema;
    if (Array.isArray(kind)) return html`${(kind as string[]).join(' or ')}`;
    if (kind === 'array') return html`list of ${type((items ?? {}) as Schema)}`;
    if (
      kind === 'object' &&
      schema['properties'] === undefined &&
      typeof others === 'object' &&
      others !== null
    )
      return html`map to ${type(others as Schema)}`;
    if (typeof format === 'string' && typeof kind === 'string')
      return html`${kind} <span class="format">${format}</span>`;
    if (typeof kind === 'string') return html`${kind}`;
    return only === undefined ? html`any value` : html`${typeof only}`;
  }

  function rules(given: Schema): Html {
    const { schema } = withoutNull(given);
    const target = objectName(schema) === null ? withoutNull(resolve(document, schema)).schema : schema;
    const items = target['type'] === 'array' ? ((target['items'] ?? {}) as Schema) : {};
    const each = objectName(items) === null ? rulesOf(withoutNull(resolve(document, items)).schema) : [];
    const all = [...rulesOf(target), ...(each.length === 0 ? [] : [`each ${each.join(', ')}`])];
    const values = valuesOf(document, target);
    return html`${all.length > 0 && html`<p class="rules">${all.join(' · ')}</p>`}${valueList(values)}`;
  }

  return { linked, link, objectName, type, rules };
}

const joined = (parts: Html[], separator: string): Html =>
  html`${parts.map((part, index) => html`${index > 0 && separator}${part}`)}`;

function valueList(values: readonly unknown[]): Html | null {
  if (values.length === 0) return null;
  const list = html`${values.map((value) => html`<code>${JSON.stringify(value)}</code> `)}`;
  if (values.length <= VALUES_AT_ONCE)
    return html`<p class="values">${values.length === 1 ? 'Always' : 'One of'} ${list}</p>`;
  return html`<details class="child">
    <summary>One of ${values.length} values</summary>
    <p class="values">${list}</p>
  </details>`;
}
