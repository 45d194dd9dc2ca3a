import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { fillEntry, LANGUAGES, type Entries, type Language, type Say, type Words } from './catalogue.ts';
import { createFormat, type Format } from './format.ts';

/** Which language was chosen; a preference of this browser, nothing of a person. */
const KEPT = 'language';

const isLanguage = (value: string | null): value is Language =>
  LANGUAGES.some((language) => language === value);

/** What was chosen before, else the first of the browser's languages that there is. */
export function initialLanguage(): Language {
  const kept = localStorage.getItem(KEPT);
  if (isLanguage(kept)) return kept;
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  return wanted.find(isLanguage) ?? LANGUAGES[0];
}

type Value = { language: Language; setLanguage: (language: Language) => void; format: Format };
const LanguageContext = createContext<Value | null>(null);

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(initialLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const value = useMemo<Value>(
    () => ({
      language,
      setLanguage: (next) => {
        localStorage.setItem(KEPT, next);
        setLanguage(next);
      },
      format: createFormat(language),
    }),
    [language],
  );
  return <LanguageContext value={value}>{children}</LanguageContext>;
}

/** The language, how to change it, and how it writes dates and numbers. */
export function useLanguage(): Value {
  const value = use(LanguageContext);
  if (value === null) throw new Error('LanguageProvider is missing');
  return value;
}

/** Says entries of a catalogue in the language that is chosen. */
export function useWords<E extends Entries>(words: Words<E>): Say<E> {
  const { language } = useLanguage();
  return useCallback(
    (key, ...fill) =>
      fillEntry(language, words[language][key], fill[0] as Record<string, string | number> | undefined),
    [language, words],
  );
}

/** How the language writes dates, numbers and durations. */
export const useFormat = (): Format => useLanguage().format;
