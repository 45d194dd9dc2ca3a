import { useLanguage } from './language.tsx';

/** Of a text that the service gives in both languages, that of the page; English where there is no Czech one. */
export function useText(): (english: string, czech: string | null | undefined) => string {
  const { language } = useLanguage();
  return (english, czech) => (language === 'cs' ? (czech ?? english) : english);
}
