import { z } from 'zod';
import { parseStrictJson } from './strict-json.ts';

/** More than any text of the interface tells. */
const MAX_FINDINGS = 500;
/** How sure an upstream is that does not say so. */
const USUAL_CONFIDENCE = 0.9;

const findingSchema = z.object({
  code: z.string().min(1).max(100),
  status: z.enum(['present', 'absent', 'unknown']),
  value: z.union([z.number(), z.string().max(200), z.boolean()]).nullish(),
  confidence: z.number().min(0).max(1).nullish(),
});
const answerSchema = z.object({ findings: z.array(findingSchema).max(MAX_FINDINGS) });

const completionSchema = z.object({
  choices: z
    .array(z.object({ message: z.object({ content: z.string() }) }))
    .min(1)
    .max(16),
});

/** What an upstream says of one text: form and bounds are checked, the codes are not. */
export type Claim = {
  code: string;
  status: 'present' | 'absent' | 'unknown';
  value?: number | string | boolean;
  confidence: number;
};

/** Reads an answer in our own form; null where it is none. Keys that it does not need are passed over. */
export function readAnswer(bytes: Uint8Array): Claim[] | null {
  const parsed = answerSchema.safeParse(parseStrictJson(bytes));
  if (!parsed.success) return null;
  return parsed.data.findings.map(({ code, status, value, confidence }) => ({
    code,
    status,
    ...(value === undefined || value === null ? {} : { value }),
    confidence: confidence ?? USUAL_CONFIDENCE,
  }));
}

/** The same out of a chat completion, whose first choice holds it as text and holds nothing else. */
export function readCompletion(bytes: Uint8Array): Claim[] | null {
  const parsed = completionSchema.safeParse(parseStrictJson(bytes));
  const [choice] = parsed.success ? parsed.data.choices : [];
  return choice === undefined ? null : readAnswer(new TextEncoder().encode(choice.message.content));
}
