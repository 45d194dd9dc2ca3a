import { useState } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FaultState } from '../../components/fault.tsx';
import { Menu } from '../../components/menu.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { common } from '../../i18n/common/words.ts';
import { useWords } from '../../i18n/language.tsx';
import { useMay } from '../../session/use-session.tsx';
import { LastUsed, Made, Mode, Name, Rights } from './cells.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { IssuedDialog, type Issued } from './issued-dialog.tsx';
import { useKeys, type ApiKey } from './queries.ts';
import { RevokeDialog } from './revoke-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { words } from './words.ts';

type Open =
  | { kind: 'none' | 'create' }
  | { kind: 'rotate' | 'revoke'; key: ApiKey }
  | { kind: 'issued'; issued: Issued };
const NOTHING: Open = { kind: 'none' };

/** The keys of the team: who may what, since when, and used when; made, rotated and revoked here. */
export function Page() {
  const say = useWords(words);
  const mayChange = useMay()('admin:write');
  const keys = useKeys();
  const [open, setOpen] = useState<Open>(NOTHING);
  const columns = useColumns(mayChange ? setOpen : null);
  const close = (): void => setOpen(NOTHING);
  const showIssued = (issued: Issued): void => setOpen({ kind: 'issued', issued });
  const create = mayChange && (
    <Button look="primary" icon="plus" onClick={() => setOpen({ kind: 'create' })}>
      {say('create')}
    </Button>
  );

  if (keys.isError) return <FaultState fault={keys.error} onRetry={() => void keys.refetch()} />;
  return (
    <>
      <PageHeader title={say('title')} actions={create}>
        {say('lead')}
      </PageHeader>
      <Table
        caption={say('caption')}
        columns={columns}
        rows={keys.data}
        keyOf={(key) => key.key_id}
        empty={
          <EmptyState icon="key" title={say('empty')} action={create}>
            {say('emptyText')}
          </EmptyState>
        }
      />
      <CreateDialog isOpen={open.kind === 'create'} onClose={close} onIssued={showIssued} />
      {open.kind === 'rotate' && <RotateDialog apiKey={open.key} onClose={close} onIssued={showIssued} />}
      {open.kind === 'revoke' && <RevokeDialog apiKey={open.key} onClose={close} />}
      {open.kind === 'issued' && <IssuedDialog issued={open.issued} onClose={close} />}
    </>
  );
}

/** `onAct` is null for whoever may look only. */
function useColumns(onAct: ((open: Open) => void) | null): Column<ApiKey>[] {
  const say = useWords(words);
  const sayCommon = useWords(common);
  const columns: Column<ApiKey>[] = [
    { id: 'name', head: say('name'), cell: (key) => <Name apiKey={key} /> },
    { id: 'mode', head: say('mode'), cell: (key) => <Mode apiKey={key} /> },
    { id: 'scopes', head: say('scopes'), cell: (key) => <Rights apiKey={key} /> },
    { id: 'last_used', head: say('lastUsed'), cell: (key) => <LastUsed apiKey={key} /> },
    { id: 'created', head: say('created'), cell: (key) => <Made apiKey={key} /> },
  ];
  if (onAct === null) return columns;
  const actions: Column<ApiKey> = {
    id: 'actions',
    head: sayCommon('actions'),
    isActions: true,
    cell: (key) => (
      <Menu
        items={[
          { label: say('rotate'), icon: 'rotate', onSelect: () => onAct({ kind: 'rotate', key }) },
          {
            label: say('revoke'),
            icon: 'bin',
            isDanger: true,
            onSelect: () => onAct({ kind: 'revoke', key }),
          },
        ]}
      >
        <IconButton icon="more" label={say('actionsOf', { name: key.name })} />
      </Menu>
    ),
  };
  return [...columns, actions];
}
