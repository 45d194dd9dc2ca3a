import { auditCheckpointSigned } from '../../domain/audit/events.ts';
import { isStranger } from '../../shared/event-log/stored-event.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { isAudited } from '../../shared/read-models/audit-actions.ts';
import { writeCheckpointRows } from '../../shared/read-models/audit-checkpoint-rows.ts';
import { auditEntryOf } from '../../shared/read-models/audit-rows.ts';
import {
  extendTrail,
  loadAuditHeads,
  newTrail,
  writeAuditRows,
  type AuditNode,
} from '../../shared/read-models/audit-trails.ts';

/**
 * Who did what, each tenant's rows chained in log order, and with the nodes of the tree over them. Made of the stored bytes alone: nothing is opened. Each signed
 * checkpoint that comes by is compared with the row at its place, live and in a rebuild: where they differ, the
 * projection stops there, and a rebuild ends without a switch.
 */
export const auditProjection: Projection = {
  name: 'audit',
  version: 1,
  handles: 'all',
  writtenThrough: false,
  tables: [
    { name: 'audit_rows' },
    { name: 'audit_nodes' },
    { name: 'audit_heads' },
    { name: 'audit_checkpoints' },
  ],
  project: async (events, tx) => {
    const entries = events
      .filter(({ stored }) => isAudited(stored.type) && !isStranger(stored))
      .map(({ stored }) => auditEntryOf(stored));
    const tenantIds = [...new Set(entries.map((entry) => entry.tenant_id))];
    const heads = await loadAuditHeads(tx, tenantIds);
    const nodes: AuditNode[] = [];
    const rows = entries.map((entry) => {
      const head = heads.get(entry.tenant_id) ?? newTrail();
      heads.set(entry.tenant_id, head);
      return extendTrail(head, entry, (node) => nodes.push(node));
    });
    await writeAuditRows(tx, { rows, nodes, heads });
    await writeCheckpointRows(
      tx,
      events
        .filter(({ stored }) => !isAudited(stored.type) && stored.standIn === undefined)
        .map(({ stored }) => auditCheckpointSigned.clear.parse(stored.data)),
    );
  },
};
