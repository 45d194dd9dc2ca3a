import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { day, text, texts } from '../../domain/kernel/fields.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { prefersMarkdown } from './negotiation.ts';
import { CHANGE_KINDS, parseChangelog } from './parse-changelog.ts';

const FILE = new URL('../../CHANGELOG.md', import.meta.url);
const MARKDOWN = 'text/markdown; charset=utf-8';

const changelog = z
  .object({
    entries: z
      .array(
        z.object({
          version: text('`unreleased`, or the version.', '0.2.0'),
          date: day('When it was released; null for what is not yet.').nullable(),
          sections: z
            .array(
              z.object({
                kind: z
                  .enum(CHANGE_KINDS)
                  .meta({
                    id: 'ChangeKind',
                    description: 'What kind of changes these are.',
                    examples: ['added'],
                  })
                  .describe('What they do.'),
                changes: texts(
                  'The changes, each in a sentence or more.',
                  'Sessions can be corrected until they are finalized.',
                ),
              }),
            )
            .meta({ description: 'The changes of the version, by kind.' }),
        }),
      )
      .meta({ description: 'The versions, newest first.' }),
  })
  .meta({ id: 'Changelog', description: 'What changed, by version.' });

/** Reads the file once, at start, and refuses to start with one that cannot be told. */
export function getChangelog(): Route {
  const markdown = readFileSync(FILE, 'utf8');
  const body = { entries: parseChangelog(markdown) };
  const headers = { Vary: 'Accept' };
  return defineRoute({
    method: 'GET',
    path: '/v1/changelog',
    operationId: 'getChangelog',
    summary: 'What changed, newest first',
    description: 'JSON, or with `Accept: text/markdown` the text that it was made from.',
    tag: 'Meta',
    access: { kind: 'public' },
    admission: 'gate',
    responses: {
      200: {
        description: 'The changelog.',
        schema: changelog,
        otherTypes: [MARKDOWN],
        headers: {
          Vary: {
            description: '`Accept`: the header that decides on the form.',
            example: 'Accept',
            schema: z.literal('Accept'),
          },
        },
      },
    },
    errors: [],
    handler: (ctx) =>
      Promise.resolve(
        prefersMarkdown(ctx.header('accept'))
          ? { status: 200, body: markdown, contentType: MARKDOWN, headers }
          : { status: 200, body, headers },
      ),
  });
}
