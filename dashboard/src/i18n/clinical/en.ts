/** Words of an interview and of what it concluded. */
export const en = {
  'level.emergency_ambulance': 'Ambulance now',
  'level.emergency': 'Emergency',
  'level.urgent': 'Urgent',
  'level.routine': 'Routine',
  'level.self_care': 'Self-care',
  'status.active': 'Active',
  'status.finalized': 'Finished',
  'sex.female': 'Female',
  'sex.male': 'Male',
  'sex.other': 'Other',
  'sex.unknown': 'Unknown',
  'mode.live': 'Live',
  'mode.test': 'Test',
  held: 'Legal hold',
} as const;
