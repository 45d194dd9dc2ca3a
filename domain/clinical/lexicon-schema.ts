import { z } from 'zod';
import { codeSchema, type Merged } from './schema.ts';

/**
 * The format of a lexicon file (`lexicon/<language>/<system>.yaml`): what the reader looks for in texts of one language, by
 * the codes of the clinical files (`knowledge/`).
 */

const phraseList = z.array(z.string().min(2).max(80)).max(60);
const phrases = phraseList.default([]);

const NUMBER = '<number( over [0-9]+)?( below [0-9]+)?>';
const ALTERNATIVE = `((\\p{L}+|[0-9]+)|<[a-z]+>|${NUMBER})`;
const PLACE = `${ALTERNATIVE}(\\|${ALTERNATIVE})*`;
const PATTERN = new RegExp(`^${PLACE}( ${PLACE})+$`, 'u');
const FRAME_PLACE = `(${ALTERNATIVE}|\\{[a-z]+\\})(\\|(${ALTERNATIVE}|\\{[a-z]+\\}))*`;
const FRAME_PATTERN = new RegExp(`^${FRAME_PLACE}( ${FRAME_PLACE})+$`, 'u');

/** A place that is too long for one line goes on in the next after a bar. */
export const onOneLine = (text: string): string => text.replaceAll('| ', '|');

const patternLike = (form: RegExp): z.ZodType<string, string> =>
  z.string().overwrite(onOneLine).max(400).regex(form);

/**
 * Two places or more, at each a word or several of which any may stand there: "breathless|winded sitting|resting". A place may
 * be a class, `<swallow>`, or a number in digits, `<number over 10>`. No marks: "write-off" would be two words.
 */
const patterns = z.array(patternLike(PATTERN)).max(40).default([]);

const className = z.string().regex(/^[a-z]+$/);

/**
 * One thing said of many: `felt_at: { sense: hurts, site: knee }`. By frame, the class of each of its parameters, or several of which any may
 * stand there.
 */
const frameUses = z
  .array(z.record(codeSchema, z.record(className, z.union([className, z.array(className).min(2).max(12)]))))
  .max(20)
  .default([]);

/** `lexicon/<language>/frames.yaml`: by name, patterns with parameters, `<hurts> {site}`. */
export const frameFileSchema = z.strictObject({
  frames: z.record(codeSchema, z.array(patternLike(FRAME_PATTERN)).min(1).max(20)),
});

const asked = z.array(z.string().overwrite(onOneLine).min(2).max(400)).max(60).default([]);

const choiceWords = z.strictObject({ words: phrases, asked });

/**
 * `frames` are the frames that say it, `words` phrases and synonyms, `patterns` the same thing said in many ways, `fixed`
 * phrases that say it in just these words ("out to get me"). `asked` are phrases or patterns that say it only in answer to its
 * question, or to that of what it implies, follows or is a choice of ("tonight"), `denied` those that deny it only in answer to
 * its question ("bright as a button"). `choices` holds those of its values.
 */
export const findingWords = z.strictObject({
  frames: frameUses,
  words: phrases,
  patterns,
  fixed: phrases,
  asked,
  denied: asked,
  choices: z.record(codeSchema, choiceWords).default({}),
});
export const complaintWords = z.strictObject({ words: phrases, fixed: phrases });
export const conditionWords = z.strictObject({ words: phrases });

/**
 * How people say that all is well with something ("my vision is normal"): such a phrase makes the findings absent.
 * Denied ("not normal") it says nothing. Where the finding's own phrase is denied ("no fever") none is needed. A `figure`
 * of speech ("threw a fit") says nothing: in this order and in these forms its words are only no sign of these findings.
 * `fixed`: its phrases are read word for word. One that both languages have is one entry, and denies the same in both.
 */
const reassuranceSchema = z.strictObject({
  denies: z.array(codeSchema).min(1).max(12),
  figure: z.boolean().default(false),
  fixed: z.boolean().default(false),
  phrases: phraseList.min(1),
});

export const lexiconSchema = z.strictObject({
  complaints: z.record(codeSchema, complaintWords).default({}),
  findings: z.record(codeSchema, findingWords).default({}),
  conditions: z.record(codeSchema, conditionWords).default({}),
  reassurances: z.record(codeSchema, reassuranceSchema).default({}),
});

export type LexiconFile = z.infer<typeof lexiconSchema>;
/** The lexicon of one language. */
export type Lexicon = Merged<LexiconFile>;
