import { useState } from 'react';
import { EraseDialog } from '../../../components/erasure/erase-dialog.tsx';
import { HoldDialog, LiftDialog } from '../../../components/erasure/hold-dialogs.tsx';
import { jsonFile, saveFile } from '../../../components/save-file.ts';
import { erasure } from '../../../i18n/erasure/words.ts';
import { Button, IconButton } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { FaultNotice } from '../../../components/fault.tsx';
import { Menu } from '../../../components/menu.tsx';
import { useToast } from '../../../components/toast.tsx';
import { useWords } from '../../../i18n/language.tsx';
import { useMay } from '../../../session/use-session.tsx';
import { useErase, useExport, useLiftHold, usePlaceHold, type Erased, type Session } from '../queries.ts';
import { FeedbackDialog } from './feedback-dialog.tsx';
import { RectifyDialog } from './rectify-dialog.tsx';
import { acts } from './words.ts';

type Open = 'none' | 'rectify' | 'feedback' | 'hold' | 'lift' | 'erase';
type Props = { session: Session; onErased: (erased: Erased) => void };

/** How much of the id is typed: no habit, and no burden. */
const TYPED = 6;

/** What may be done with the session by whoever looks at it. */
export function Actions({ session, onErased }: Props) {
  const say = useWords(acts);
  const sayErasure = useWords(erasure);
  const may = useMay();
  const { session_id: sessionId } = session;
  const place = usePlaceHold(sessionId);
  const lift = useLiftHold(sessionId);
  const erase = useErase(sessionId);
  const [open, setOpen] = useState<Open>('none');
  const close = (): void => setOpen('none');
  const mayWrite = may('sessions:write');
  const { status, held } = session;
  const more = [
    ...(may('admin:write')
      ? [
          {
            label: sayErasure(held ? 'lift' : 'hold'),
            icon: 'lock' as const,
            onSelect: () => setOpen(held ? 'lift' : 'hold'),
          },
        ]
      : []),
    ...(mayWrite
      ? [
          {
            label: sayErasure('erase'),
            icon: 'bin' as const,
            isDanger: true,
            onSelect: () => setOpen('erase'),
          },
        ]
      : []),
  ];
  return (
    <>
      {mayWrite && status === 'active' && (
        <Button onClick={() => setOpen('rectify')}>{say('rectify')}</Button>
      )}
      {mayWrite && status === 'finalized' && (
        <Button onClick={() => setOpen('feedback')}>{say('feedback')}</Button>
      )}
      <ExportMenu session={session} />
      {more.length > 0 && (
        <Menu items={more}>
          <IconButton icon="more" label={say('more')} />
        </Menu>
      )}
      {open === 'rectify' && <RectifyDialog session={session} onClose={close} />}
      {open === 'feedback' && <FeedbackDialog session={session} onClose={close} />}
      {open === 'hold' && <HoldDialog onPlace={place.mutateAsync} onClose={close} />}
      {open === 'lift' && <LiftDialog onLift={() => lift.mutateAsync(undefined)} onClose={close} />}
      {open === 'erase' && (
        <EraseDialog
          title={say('eraseTitle')}
          typed={sessionId.slice(-TYPED)}
          hint={say('eraseTypedHint')}
          isHeld={held}
          onErase={async () => onErased(await erase.mutateAsync())}
          onClose={close}
        />
      )}
    </>
  );
}

function ExportMenu({ session: { session_id } }: { session: Session }) {
  const say = useWords(acts);
  const tell = useToast();
  const record = useExport(session_id);
  const save = (format: 'json' | 'fhir'): void =>
    record.mutate(format, {
      onSuccess: (body) => {
        const name = `session-${session_id}`;
        saveFile(
          format === 'json'
            ? jsonFile(`${name}.json`, body)
            : jsonFile(`${name}.fhir.json`, body, 'application/fhir+json'),
        );
        tell(say('saved'));
      },
    });
  return (
    <>
      <Menu
        items={[
          { label: say('json'), icon: 'download', onSelect: () => save('json') },
          { label: say('fhir'), icon: 'download', onSelect: () => save('fhir') },
          { label: say('print'), icon: 'printer', onSelect: () => globalThis.print() },
        ]}
      >
        <Button icon="download" isBusy={record.isPending}>
          {say('export')}
        </Button>
      </Menu>
      <Dialog isOpen={record.isError} onClose={() => record.reset()} title={say('export')}>
        <FaultNotice fault={record.error} />
      </Dialog>
    </>
  );
}
