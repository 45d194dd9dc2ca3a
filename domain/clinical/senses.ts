import { z } from 'zod';
import type { KnowledgeDocument } from './knowledge-document.ts';
import { onOneLine } from './lexicon-schema.ts';
import { SENSE_SCOPES, sourceOfPattern, type PackedSense } from './text/index.ts';
import { languageOfFile, type ClassesOf, type WordClasses } from './word-classes.ts';

const onePattern = z.string().overwrite(onOneLine).min(1).max(1_000);

/** One pattern, or several of which any may fit (`text/phrases/sense-pattern.ts`). */
const pattern = z.union([onePattern, z.array(onePattern).min(1).max(40)]);

/** What all has to stand around the word or phrase. */
const conditionSchema = z
  .strictObject({
    /** What the words before end with. */
    before: pattern.optional(),
    /** What the words behind begin with. */
    after: pattern.optional(),
    /** What stands within six words on either side. */
    near: pattern.optional(),
    /** What the phrase is, from its first word to its last. */
    phrase: pattern.optional(),
    same_line: z.literal(true).optional(),
  })
  .refine((condition) => Object.keys(condition).length > 0, 'needs something that holds');

/**
 * Where words mean something else than in the phrases of the lexicon ("a stroke of luck"): there they are not read as such a
 * phrase. That is where any condition of `when` holds (without one, everywhere), and none of `unless` does. `as` tells
 * of which phrases the words are meant: `word` of any, `alone` of those of this one word, `form` of those of one word in
 * another form, `first` and `last` of those that begin or end with it, `part` of those that leave out what stands beside it,
 * `any` of all, whatever their words.
 */
const senseSchema = z
  .strictObject({
    words: z
      .string()
      .max(1_000)
      .regex(/^([a-z]+|[a-z]{3,}\*)( ([a-z]+|[a-z]{3,}\*))*$/)
      .optional(),
    means: z.string().min(2).max(200),
    as: z.enum(SENSE_SCOPES).default('word'),
    when: z.array(conditionSchema).min(1).max(20).optional(),
    unless: z.array(conditionSchema).min(1).max(10).optional(),
  })
  .refine(({ words, as }) => (words === undefined) === (as === 'any'), 'has words, or is of `any` phrase');

/** `lexicon/<language>/senses.yaml`. Its patterns may name the classes of their language. */
export const senseFileSchema = z.strictObject({ senses: z.array(senseSchema) });

type SenseEntry = z.infer<typeof senseSchema>;
type Condition = z.infer<typeof conditionSchema>;

/** The senses of all files with their patterns compiled. What is wrong is added to `issues`, each with the entry's words. */
export function compileSenses(
  documents: readonly KnowledgeDocument[],
  classes: ClassesOf,
  issues: string[],
): PackedSense[] {
  return documents.flatMap(({ name, data }) => {
    const parsed = senseFileSchema.safeParse(data);
    if (!parsed.success) {
      issues.push(
        ...parsed.error.issues.map((issue) => `${name}: ${entryAt(data, issue.path)}: ${issue.message}`),
      );
      return [];
    }
    const known = classes[languageOfFile(name)];
    return parsed.data.senses.flatMap(
      (entry) => attempt(`${name}: ${entry.words ?? entry.means}`, issues, () => packed(entry, known)) ?? [],
    );
  });
}

/** What `make` gives, or an issue of what it throws. */
function attempt<T>(place: string, issues: string[], make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    issues.push(`${place}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** The path of an issue, with the words of its entry instead of its number. */
function entryAt(data: unknown, path: readonly PropertyKey[]): string {
  const [section, index, ...rest] = path;
  const list = section === 'senses' ? (data as { senses?: unknown }).senses : null;
  const entry: unknown = Array.isArray(list) && typeof index === 'number' ? list[index] : null;
  const words = entry !== null && typeof entry === 'object' && 'words' in entry ? entry.words : null;
  return typeof words === 'string' ? [words, ...rest].join('.') : path.join('.');
}

function packed({ words, as, when = [], unless = [] }: SenseEntry, classes: WordClasses): PackedSense {
  const conditions = (list: readonly Condition[]): PackedSense['when'] =>
    list.map(({ same_line: sameLine, ...patterns }) => ({
      ...(sameLine === undefined ? {} : { same_line: sameLine }),
      ...Object.fromEntries(
        Object.entries(patterns).map(([field, value]) => [field, sourceOf(value, classes)]),
      ),
    }));
  return { words: words?.split(' ') ?? [], as, when: conditions(when), unless: conditions(unless) };
}

function sourceOf(patterns: string | readonly string[] | undefined, classes: WordClasses): string {
  const list = typeof patterns === 'string' ? [patterns] : (patterns ?? []);
  const sources = list.map((one) => {
    const source = sourceOfPattern(one, classes);
    if (new RegExp(`^(?:${source})`).test(' ')) throw new Error(`"${one}" fits where nothing stands`);
    return source;
  });
  return sources.join('|');
}
