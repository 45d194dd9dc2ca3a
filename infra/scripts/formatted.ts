import { readFileSync } from 'node:fs';
import { format, type FormatConfig } from 'oxfmt';

const settings = new URL('../../.oxfmtrc.json', import.meta.url);

/** Text of a generated file as `npm run format` would leave it. Throws where it cannot be parsed as what its name says. */
export async function formatted(fileName: string, text: string): Promise<string> {
  const { code, errors } = await format(
    fileName,
    text,
    JSON.parse(readFileSync(settings, 'utf8')) as FormatConfig,
  );
  if (errors.length > 0) throw new Error(`${fileName} cannot be formatted: ${errors[0]?.message ?? ''}`);
  return code;
}
