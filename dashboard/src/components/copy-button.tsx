import { useEffect, useState } from 'react';
import { common } from '../i18n/common/words.ts';
import { useWords } from '../i18n/language.tsx';
import { Button, IconButton } from './button.tsx';

const SHOWN_MS = 2_000;

/** Copies a text. `what` names it for readers of screens; with `isWide` the button has its word beside it. */
export function CopyButton({ text, what, isWide = false }: { text: string; what: string; isWide?: boolean }) {
  const say = useWords(common);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  const icon = isCopied ? 'check' : 'copy';
  const label = isCopied ? say('copied') : say('copyNamed', { what });
  if (!isWide) return <IconButton icon={icon} label={label} onClick={() => void copy()} />;
  return (
    <Button icon={icon} aria-label={label} onClick={() => void copy()}>
      {isCopied ? say('copied') : say('copy')}
    </Button>
  );
}
