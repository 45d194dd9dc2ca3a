import { readAnswer, readCompletion, type Claim } from './answer.ts';
import type { Letter } from './exchange.ts';
import type { ExtractorRequest } from './types.ts';
import { languageHint } from './language.ts';
import { createPrompter, type Catalogue } from './prompt.ts';
import { responseFormat, type ResponseFormat } from './response-format.ts';
import type { ExtractorConfig } from './settings.ts';

/** How a kind of upstream is asked, and how its answer is read (null: it is none). */
export type Form = {
  write(request: ExtractorRequest): Letter;
  read(answer: Uint8Array): Claim[] | null;
};

/** The form of the upstream that the settings name, null where they name none. */
export function createForm(config: ExtractorConfig, catalogue: Catalogue): Form | null {
  const { EXTRACTOR_URL, EXTRACTOR_KIND, EXTRACTOR_KEY, EXTRACTOR_MODEL, EXTRACTOR_RESPONSE_FORMAT } = config;
  if (EXTRACTOR_URL === undefined) return null;
  const url = new URL(EXTRACTOR_URL);
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    // What is compressed can grow without end when it is opened.
    'accept-encoding': 'identity',
    ...(EXTRACTOR_KEY === undefined ? {} : { authorization: `Bearer ${EXTRACTOR_KEY}` }),
  };
  return EXTRACTOR_KIND === 'http'
    ? plainForm({ url, headers }, catalogue)
    : chatForm({ url, headers }, catalogue, {
        model: EXTRACTOR_MODEL ?? '',
        format: EXTRACTOR_RESPONSE_FORMAT,
      });
}

type Address = Omit<Letter, 'body'>;

const plainForm = (address: Address, { version }: Pick<Catalogue, 'version'>): Form => ({
  write: ({ text, question }) => ({
    ...address,
    body: JSON.stringify({
      text,
      language: languageHint(text),
      question_id: question?.question_id ?? null,
      catalogue_version: version,
    }),
  }),
  read: readAnswer,
});

function chatForm(
  { url, headers }: Address,
  catalogue: Catalogue,
  { model, format }: { model: string; format: ResponseFormat },
): Form {
  const completions = new URL(url);
  completions.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
  const promptFor = createPrompter(catalogue);
  return {
    write: (request) => {
      const { system, user } = promptFor(request);
      return {
        url: completions,
        headers,
        body: JSON.stringify({
          model,
          temperature: 0,
          stream: false,
          response_format: responseFormat(format),
          messages: [
            { role: 'system', content: system },
            { role: 'user', content: user },
          ],
        }),
      };
    },
    read: readCompletion,
  };
}
