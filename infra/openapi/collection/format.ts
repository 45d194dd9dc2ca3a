/** The parts of Postman's collection format v2.1 that we write. */
export type Header = { key: string; value: string; disabled?: true; description?: string };
export type Query = Header;
export type Auth =
  | { type: 'noauth' }
  | { type: 'bearer'; bearer: [{ key: 'token'; value: string; type: 'string' }] };
export type Event = {
  listen: 'prerequest' | 'test';
  script: { type: 'text/javascript'; exec: string[] };
};
export type Request = {
  method: string;
  description?: string;
  auth?: Auth;
  header: Header[];
  url: { raw: string; host: [string]; path: string[]; query?: Query[] };
  body?: { mode: 'raw'; raw: string; options: { raw: { language: 'json' } } };
};
export type SavedAnswer = {
  name: string;
  originalRequest: Request;
  status: string;
  code: number;
  _postman_previewlanguage: 'json';
  header: Header[];
  cookie: [];
  body: string;
};
export type Item = {
  name: string;
  event?: Event[];
  /** A redirect is an answer of the service like any other. */
  protocolProfileBehavior?: { followRedirects: false };
  request: Request;
  response: SavedAnswer[];
};
export type ItemGroup = { name: string; description: string; item: (Item | ItemGroup)[] };
export type Collection = {
  info: { name: string; description: string; version: string; schema: string };
  auth: Auth;
  event: Event[];
  variable: { key: string; value: string; type: 'string'; description: string }[];
  item: ItemGroup[];
};

export const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

export const bearer = (variable: string): Auth => ({
  type: 'bearer',
  bearer: [{ key: 'token', value: `{{${variable}}}`, type: 'string' }],
});
