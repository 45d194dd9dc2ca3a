import { createContext, use, useCallback } from 'react';
import { fillEntry, type Language, type Say } from '../../../i18n/catalogue.ts';
import type { en } from '../en.ts';
import { words } from '../words.ts';

/** Each language under its own name. */
export const LANGUAGE_NAMES = { en: 'English', cs: 'Čeština' };

/** The language of the interview, which need not be that of the page around it. */
const PatientLanguage = createContext<Language>('en');
export const PatientLanguageProvider = PatientLanguage.Provider;

export const usePatientLanguage = (): Language => use(PatientLanguage);

/** Says words of the page in a language of one's own choice. */
export function useWordsIn(language: Language): Say<typeof en> {
  return useCallback(
    (key, ...fill) =>
      fillEntry(language, words[language][key], fill[0] as Record<string, string | number> | undefined),
    [language],
  );
}

/** Says words to the patient. */
export const usePatientWords = (): Say<typeof en> => useWordsIn(usePatientLanguage());

type Bilingual = { text: string; text_cs: string | null };

/** Of a text that the service has in both languages; English where there is no Czech. */
export const textIn = (language: Language, { text, text_cs }: Bilingual): string =>
  language === 'cs' ? (text_cs ?? text) : text;
