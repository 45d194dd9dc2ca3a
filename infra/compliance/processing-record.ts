import { z } from 'zod';
import type { EventDefinition, KeyRole } from '../../domain/kernel/event-definition.ts';
import { allProjections } from '../../projectors/all.ts';
import { eventDefinitions } from '../../shared/event-log/registry.ts';
import { metadataSchema } from '../../shared/event-log/stored-event.ts';
import { webhookEventSchemas } from '../../shared/webhooks/event-schemas.ts';
import { ACTIVITIES, type Activity } from './activities.ts';
import { OTHER_COPIES } from './other-copies.ts';

/** Which file of the project the record is. */
export const PROCESSING_RECORD = 'docs/compliance/processing-record.md';

/** An event stands in no activity, or in several. */
export class UnrecordedError extends Error {}

const ROLES: Readonly<Record<KeyRole, string>> = {
  tenant: 'what belongs to the tenant as a whole; destroyed when the tenant is closed',
  subject: 'one session, member or patient profile; destroyed when it is erased',
  answer: 'one answer or text; destroyed when it is cleared, and with its session',
  outcome:
    'what was concluded after one command; destroyed when an answer before it is cleared, and with its session',
};

const HEAD = `# Record of processing activities

<!-- Generated from the code by npm run generate. -->

You answer for the data and need the record of article 30 of the GDPR. This page is made from the code: from the events
that the service stores, with what of each stands in clear and what is sealed (encrypted), and from the read models. A
test fails when it is stale.

The tenant is the controller, and whoever runs the installation is its processor. The code cannot know the following,
which you add to your own record: names and contacts of controller, processor, representatives and data protection
officer; the legal basis; where the installation and its backups stand; transfers to third countries and their
safeguards. The service itself sends data only to the hosts that the settings, the subscriptions and the sign-in
bindings name.
`;

/** The record in Markdown. Throws UnrecordedError where the catalogue of activities is not the registry's. */
export function processingRecord(): string {
  requireAllRecorded();
  return `${[
    HEAD,
    '## Activities',
    '',
    ...ACTIVITIES.flatMap(activityPart),
    ...metadataPart(),
    ...webhooksPart(),
    ...readModelsPart(),
    ...copiesPart(),
    ...keysPart(),
  ].join('\n')}\n`;
}

function requireAllRecorded(): void {
  const recorded: string[] = ACTIVITIES.flatMap(({ events }) => events.map(({ type }) => type));
  const known: string[] = eventDefinitions.map(({ type }) => type);
  const timesIn = (types: readonly string[], type: string): number =>
    types.filter((one) => one === type).length;
  const wrong = [...new Set([...known, ...recorded].sort())].filter(
    (type) => timesIn(known, type) !== timesIn(recorded, type),
  );
  if (wrong.length > 0) throw new UnrecordedError(`not in one activity of the record: ${wrong.join(', ')}`);
}

const named = (fields: readonly string[]): string =>
  fields.length === 0 ? 'none' : fields.map((name) => `\`${name}\``).join(', ');

const fieldsOf = (schema: z.ZodType): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

const sealedOf = ({ sealed }: EventDefinition): string =>
  Object.entries(sealed)
    .map(([name, { key, schema }]) => `${name} (key of the ${key}): ${named(fieldsOf(schema))}`)
    .join('; ') || 'nothing';

function activityPart({ title, purpose, people, recipients, erasure, events }: Activity): string[] {
  return [
    `### ${title}`,
    '',
    '| | |',
    '|---|---|',
    `| Purpose | ${purpose} |`,
    `| People | ${people} |`,
    `| Recipients | ${recipients} |`,
    `| Kept | ${erasure} |`,
    '',
    '| Event | In clear | Sealed |',
    '|---|---|---|',
    ...events.map((event) => `| \`${event.type}\` | ${named(fieldsOf(event.clear))} | ${sealedOf(event)} |`),
    '',
  ];
}

const metadataPart = (): string[] => [
  '## Beside every event',
  '',
  `Each event has these fields beside it: ${named(Object.keys(metadataSchema.shape))}. \`actor\` is the id of a key or`,
  'member, `ip` the address of the caller. `on_behalf_of` is sealed under the key of the tenant. They are kept as long as',
  'the audit trail, which is made of them.',
  '',
];

const webhooksPart = (): string[] => [
  '## What webhooks tell their recipients',
  '',
  '| Event | Fields of `data` |',
  '|---|---|',
  ...Object.entries(webhookEventSchemas).map(
    ([type, schema]) => `| \`${type}\` | ${named(fieldsOf(schema.shape.data))} |`,
  ),
  '',
];

const readModelsPart = (): string[] => [
  '## Read models',
  '',
  'Tables of schema `read`, made of the events and deleted with what they are made of; free text in them is sealed.',
  '',
  '| Projection | Tables |',
  '|---|---|',
  ...allProjections.map(({ name, tables }) => `| ${name} | ${named(tables.map((table) => table.name))} |`),
  '',
];

const copiesPart = (): string[] => [
  '## What is kept beside events and read models',
  '',
  '| What | Kept |',
  '|---|---|',
  ...OTHER_COPIES.map(({ what, kept }) => `| ${what} | ${kept} |`),
  '',
];

const keysPart = (): string[] => [
  '## Security',
  '',
  'Sealed groups are encrypted with AES-256-GCM under data keys, which are wrapped by a master key:',
  '',
  '| Key of the | Seals |',
  '|---|---|',
  ...Object.entries(ROLES).map(([role, seals]) => `| ${role} | ${seals} |`),
  '',
  '[What is encrypted](sealing.md), [erasure and retention](erasure.md) and [the controls](controls.md) say more.',
];
