import MiniSearch from 'minisearch';
import type { Concept, ConceptType } from '../../domain/clinical/types.ts';

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

type Indexed = { id: number; code: string; en: string; cs: string };
export type ConceptSearch = (query: {
  q: string;
  lang: 'en' | 'cs' | null;
  type: ConceptType | null;
}) => Concept[];

function toIndex(concepts: readonly Concept[]): MiniSearch<Indexed> {
  const index = new MiniSearch<Indexed>({
    fields: ['code', 'en', 'cs'],
    processTerm: fold,
    tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u).filter((term) => term !== ''),
    searchOptions: {
      prefix: (term) => term.length >= 2,
      fuzzy: (term) => (term.length >= 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  });
  index.addAll(
    concepts.map((concept, id) => ({
      id,
      code: concept.code,
      en: [concept.name, ...concept.synonyms].join(' | '),
      cs: [concept.name_cs, ...concept.synonyms_cs].join(' | '),
    })),
  );
  return index;
}

/**
 * Searches the catalogue without regard to accents and case, forgiving typing errors; best match first. The first search
 * builds the index (0.2 s): most processes that are started, tests among them, never search.
 */
export function createConceptSearch(concepts: readonly Concept[]): ConceptSearch {
  let index: MiniSearch<Indexed> | undefined;
  return ({ q, lang, type }) => {
    const fields = lang === null ? ['code', 'en', 'cs'] : ['code', lang];
    const found =
      q.trim() === ''
        ? [...concepts]
        : (index ??= toIndex(concepts))
            .search(q, { fields })
            .flatMap((hit) => concepts[hit.id as number] ?? []);
    return type === null ? found : found.filter((concept) => concept.type === type);
  };
}
