import { useFormat } from '../i18n/language.tsx';

/** A time as the language writes it, with the exact one as a tip. `how` is a method of the format. */
export function Time({ at, how = 'dateTime' }: { at: string; how?: 'date' | 'dateTime' | 'exactTime' }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={`${format.exactTime(at)} · ${at}`}>
      {format[how](at)}
    </time>
  );
}

/** How long ago something was, of the moment that it is drawn. */
export function Ago({ at }: { at: string }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={`${format.exactTime(at)} · ${at}`}>
      {format.relative(at, new Date())}
    </time>
  );
}
