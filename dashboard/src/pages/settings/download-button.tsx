import { useMutation } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { classes } from '../../components/classes.ts';
import { FaultNotice } from '../../components/fault.tsx';
import { saveFile, type Download } from '../../components/save-file.ts';
import { useToast } from '../../components/toast.tsx';
import { useWords } from '../../i18n/language.tsx';
import styles from './page.module.css';
import { words } from './words.ts';

/** A record with what it is, and the button that saves it. */
export function DownloadButton({
  name,
  text,
  load,
}: {
  name: string;
  text: string;
  /** Null where there is nothing to save yet. */
  load: () => Promise<Download | null>;
}) {
  const say = useWords(words);
  const tell = useToast();
  const download = useMutation({
    mutationFn: load,
    onSuccess: (file) => {
      if (file !== null) saveFile(file);
      tell(say(file === null ? 'nothingYet' : 'downloaded'));
    },
  });
  return (
    <>
      <div className={classes(styles['row'], styles['stack'])}>
        <div>
          <strong>{name}</strong>
          <p className={styles['soft']}>{text}</p>
        </div>
        <Button
          size="small"
          icon="download"
          aria-label={say('downloadNamed', { what: name })}
          isBusy={download.isPending}
          onClick={() => download.mutate()}
        >
          {say('download')}
        </Button>
      </div>
      {download.isError && <FaultNotice fault={download.error} onRetry={() => download.mutate()} />}
    </>
  );
}
