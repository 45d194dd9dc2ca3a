import type { Upcaster } from '../kernel/event-definition.ts';

/** Version 2 signs the root of a tree as well. What was signed before cannot be changed, so it stays as it is. */
export const auditUpcasters: readonly Upcaster[] = [{ type: 'audit-checkpoint-signed', fromVersion: 1 }];
