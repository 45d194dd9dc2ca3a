import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { prefersMarkdown } from './negotiation.ts';
import { CHANGE_KINDS, parseChangelog } from './parse-changelog.ts';

const FILE = new URL('../../CHANGELOG.md', import.meta.url);
const MARKDOWN = 'text/markdown; charset=utf-8';

const changelog = z
  .object({
    entries: z.array(
      z.object({
        version: z.string().meta({ description: '`unreleased`, or the version.' }),
        date: z.iso.date().nullable(),
        sections: z.array(z.object({ kind: z.enum(CHANGE_KINDS), changes: z.array(z.string()) })),
      }),
    ),
  })
  .meta({ id: 'Changelog' });

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
        headers: { Vary: { description: 'Accept decides on the form.' } },
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
