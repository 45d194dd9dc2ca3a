/** Words of the accounting of disclosures: who got data of a patient. */
export const en = {
  caption: 'Who saw data of the patient',
  when: 'When',
  how: 'How',
  what: 'What',
  who: 'Who',
  'kind.read': 'Read',
  'kind.export': 'Export',
  'kind.webhook': 'Webhook',
  actor: '{type} …{id}',
  behalf: 'for {who}',
  none: 'Nobody yet',
  noneText: 'Each look at the data of the patient will stand here.',
} as const;
