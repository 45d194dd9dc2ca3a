import { useState } from 'react';
import type { KnownPatient } from '../../app/known-patients.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { EraseDialog } from '../../components/erasure/erase-dialog.tsx';
import { HoldDialog, LiftDialog } from '../../components/erasure/hold-dialogs.tsx';
import { Menu } from '../../components/menu.tsx';
import { erasure } from '../../i18n/erasure/words.ts';
import { useWords } from '../../i18n/language.tsx';
import type { Certificate } from '../../service/certificate.ts';
import { useMay } from '../../session/use-session.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { useErase, useLiftHold, usePlaceHold, type Profile } from './queries.ts';
import { words } from './words.ts';

type Props = {
  patient: KnownPatient;
  profile: Profile;
  onErased: (certificate: Certificate) => void;
};

/** What may be done with the patient by whoever looks. */
export function Actions({ patient, profile, onErased }: Props) {
  const say = useWords(words);
  const sayErasure = useWords(erasure);
  const may = useMay();
  const [open, setOpen] = useState<'none' | 'edit' | 'hold' | 'lift' | 'erase'>('none');
  const place = usePlaceHold(patient);
  const lift = useLiftHold(patient);
  const erase = useErase(patient);
  const close = (): void => setOpen('none');
  const mayWrite = may('patients:write');
  const hold = profile.hold === null ? 'hold' : 'lift';
  const more = [
    ...(may('admin:write')
      ? [{ label: sayErasure(hold), icon: 'lock' as const, onSelect: () => setOpen(hold) }]
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
      {mayWrite && <Button onClick={() => setOpen('edit')}>{say('edit')}</Button>}
      {more.length > 0 && (
        <Menu items={more}>
          <IconButton icon="more" label={say('more')} />
        </Menu>
      )}
      {open === 'edit' && <EditDialog patient={patient} profile={profile} onClose={close} />}
      {open === 'hold' && <HoldDialog onPlace={place.mutateAsync} onClose={close} />}
      {open === 'lift' && <LiftDialog onLift={() => lift.mutateAsync(undefined)} onClose={close} />}
      {open === 'erase' && (
        <EraseDialog
          title={say('eraseTitle')}
          typed={patient.patientId}
          hint={say('eraseHint')}
          isHeld={profile.hold !== null}
          onErase={async () => onErased((await erase.mutateAsync()).certificate)}
          onClose={close}
        />
      )}
    </>
  );
}
