import { html, type Html } from '../html.ts';
import { prose } from '../markdown.ts';
import { resolve, type OpenApi, type Schema } from './document.ts';
import { createTypeView, type Direction } from './schema-type.ts';
import { isObject, objectOf, optionsOf, withoutNull } from './schema-words.ts';

export type SchemaView = {
  /** The type in a few words; an object that has a name is a link. */
  type(schema: Schema): Html;
  /** Bounds and values below a type. */
  rules(schema: Schema): Html;
  /** The fields of an object, of the entries of a list, or of each choice; null where there are none. */
  fields(schema: Schema, direction: Direction): Html | null;
  /** The objects that links lead to, each written once; what they link to in turn is among them. */
  objects(): Html;
};

type FieldOptions = { isRequired: boolean; direction: Direction };

/** Fields that show once they are asked for; null where there are none. */
export const folded = (fields: Html | null): Html | null =>
  fields &&
  html`<details class="child">
    <summary>Its fields</summary>
    ${fields}
  </details>`;

/** Shows the schemas of a document. */
export function createSchemaView(document: OpenApi): SchemaView {
  const { linked, link, objectName, type, rules } = createTypeView(document);

  const field = (name: string, schema: Schema, { isRequired, direction }: FieldOptions): Html => {
    const target = objectName(schema) === null ? resolve(document, schema) : schema;
    const description = schema['description'] ?? target['description'];
    const marked = direction === 'input' ? isRequired && 'required' : !isRequired && 'may be absent';
    const inner = objectName(withoutNull(schema).schema) === null ? nested(schema, direction) : null;
    return html`<li>
      <p class="name">
        <code>${name}</code> <span class="type">${type(schema)}</span>${
          marked !== false && html` <span class="mark ${isRequired ? 'required' : ''}">${marked}</span>`
        }${schema['deprecated'] === true && html` <span class="mark">deprecated</span>`}
      </p>
      ${typeof description === 'string' && prose(description)}${rules(schema)}${inner}
    </li>`;
  };

  /** What stands inline below a field. */
  const nested = (schema: Schema, direction: Direction): Html | null =>
    folded(fields(schema, direction, false));

  function fields(given: Schema, direction: Direction, follows = true): Html | null {
    const { schema } = withoutNull(given);
    if (objectName(schema) !== null) return follows ? fields(resolve(document, schema), direction) : null;
    if (schema['type'] === 'array' && typeof schema['items'] === 'object')
      return fields(schema['items'] as Schema, direction, false);
    const { properties, required } = objectOf(document, schema);
    const names = Object.keys(properties);
    const own = html`<ul class="fields">
      ${names.map((name) =>
        field(name, properties[name] ?? {}, { isRequired: required.has(name), direction }),
      )}
    </ul>`;
    const choices = optionsOf(schema).filter((option) => isObject(document, resolve(document, option)));
    if (choices.length > 0 && (follows || choices.some((option) => objectName(option) === null)))
      return html`${names.length > 0 && own}${choice(schema, choices, direction)}`;
    const others = schema['additionalProperties'];
    if (names.length === 0 && typeof others === 'object' && others !== null)
      return fields(others as Schema, direction, false);
    return names.length === 0 ? null : own;
  }

  function choice(schema: Schema, options: Schema[], direction: Direction): Html {
    const by = (schema['discriminator'] as { propertyName?: string } | undefined)?.propertyName;
    return html`<p class="rules">One of these${by !== undefined && html`; <code>${by}</code> says which`}:</p>
      ${options.map((option, index) => {
        const name = objectName(option);
        if (name !== null) return html`<p class="choice">${link(name)}</p>`;
        const title = typeof option['title'] === 'string' ? option['title'] : `Choice ${index + 1}`;
        return html`<details class="child">
          <summary>${title}</summary>
          ${fields(option, direction)}
        </details>`;
      })}`;
  }

  /** A `Set` also visits what is added while it is walked through. */
  function objects(): Html {
    const written: Html[] = [];
    for (const name of linked) {
      const schema = document.components?.schemas?.[name] ?? {};
      written.push(
        html`<section class="object" id="object-${name}">
          <h3>${name}</h3>
          ${
            typeof schema['description'] === 'string' && prose(schema['description'])
          }${fields(schema, 'output')}
        </section>`,
      );
    }
    return html`${written}`;
  }

  return { type, rules, fields, objects };
}
